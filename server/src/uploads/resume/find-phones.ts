import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js'
import type { ReadDocument } from '../reading/read-document.ts'
import { snippetOf } from './snippet.ts'

const mostFound = 5
const fewestDigits = 8

/** Years, dates and spans of them, which some country's numbers look like. */
const dates =
  /^(?:(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d)(?:\s*[-–—/ ]\s*(?:(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d))?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/
/** Numbers that nobody answers, and numbers of other things. */
const otherwise =
  /(?:\bfax|telefax|\bfaks|факс|传真|傳真|ファックス|\biban\b|\bswift\b|\bssn\b|passport|\bissn\b|\bisbn\b|\bdoi\b|\bvat\b|\binn\b|инн|снилс|\bid\s*(?:no|nr|number)?)[\s.:#№-]*$/iu
/** A number that is said to be one, or that names its country, is one. */
const said =
  /(?:tel|phone|ph|mob|mobile|cell|handy|telefon|téléphone|teléfono|telefone|móvil|portable|whatsapp|тел|моб|电话|手机|電話|携帯)\w*[\s.:)（(·|-]*$/iu

/** Phone numbers as E.164 in the order they are written; those without a country code are read as the country's. */
export function findPhones(
  { lines, links }: ReadDocument,
  country: string,
): { value: string; foundIn: string }[] {
  const found = new Map<string, string>()
  const add = (value: string, foundIn: string) => {
    if (!found.has(value) && found.size < mostFound) found.set(value, foundIn)
  }
  for (const { text } of lines) {
    if (!/\d{2}/.test(text)) continue
    const line = text.normalize('NFKC')
    for (const { number, startsAt, endsAt } of findPhoneNumbersInText(line, country as CountryCode)) {
      const written = line.slice(startsAt, endsAt).trim()
      const before = line.slice(Math.max(0, startsAt - 40), startsAt)
      if (!number.isValid() || otherwise.test(before) || dates.test(written)) continue
      const isSaid = /^[+(]/.test(written) || said.test(before)
      if (!isSaid && written.replace(/\D/g, '').length < fewestDigits) continue
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
