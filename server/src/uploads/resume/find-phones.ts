import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js'
import type { ParsedDocument } from '../reading/read-document.ts'
import { snippetOf } from './snippet.ts'

const maxFound = 5
const minDigits = 8

/** Years, dates and ranges, which look like some countries' phone numbers. */
export const dates =
  /^(?:(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d)(?:\s*[-–—/ ]\s*(?:(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d))?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/
/** Fax numbers, and numbers of other things. */
const notPhones =
  /(?:\bfax|telefax|\bfaks|факс|传真|傳真|ファックス|\biban\b|\bswift\b|\bssn\b|passport|\bissn\b|\bisbn\b|\bdoi\b|\bvat\b|\binn\b|инн|снилс|\bid\s*(?:no|nr|number)?)[\s.:#№-]*$/iu
/** A label or a country code confirms a phone number. */
const labelled =
  /(?:tel|phone|ph|mob|mobile|cell|handy|telefon|téléphone|teléfono|telefone|móvil|portable|whatsapp|тел|моб|电话|手机|電話|携帯)\w*[\s.:)（(·|-]*$/iu

/** Returns phone numbers as E.164 in document order. Those without a country code are read as the country's. */
export function findPhones(
  { lines, links }: ParsedDocument,
  country: string,
): { value: string; foundIn: string }[] {
  const found = new Map<string, string>()
  const add = (value: string, foundIn: string) => {
    if (!found.has(value) && found.size < maxFound) found.set(value, foundIn)
  }
  for (const { text } of lines) {
    if (!/\d{2}/.test(text)) continue
    const line = text.normalize('NFKC')
    for (const { number, startsAt, endsAt } of findPhoneNumbersInText(line, country as CountryCode)) {
      const written = line.slice(startsAt, endsAt).trim()
      const before = line.slice(Math.max(0, startsAt - 40), startsAt)
      if (!number.isValid() || notPhones.test(before) || dates.test(written)) continue
      const isSaid = /^[+(]/.test(written) || labelled.test(before)
      if (!isSaid && written.replace(/\D/g, '').length < minDigits) continue
      add(number.number, snippetOf(line, startsAt, endsAt - startsAt))
    }
  }
  for (const link of links) {
    if (!/^(?:tel|callto):/i.test(link.address)) continue
    const written = link.address.replace(/^\w+:/, '')
    const [match] = findPhoneNumbersInText(written, country as CountryCode)
    if (match?.number.isValid()) add(match.number.number, link.text || written)
  }
  return [...found].map(([value, foundIn]) => ({ value, foundIn }))
}
