import { readEmail } from '../../imports/meaning/read-email.ts'
import type { ReadDocument } from '../reading/read-document.ts'
import { snippetOf } from './snippet.ts'

const mostFound = 5
const address =
  /[\p{L}\d][\p{L}\d._%+'-]{0,63}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,5}\p{L}{2,24}/gu

/** E-mail addresses in the order they are written, each once; those behind links after those in the text. */
export function findEmails({ lines, links }: ReadDocument): { value: string; foundIn: string }[] {
  const found = new Map<string, string>()
  const add = (text: string, foundIn: string) => {
    const { value } = readEmail(text)
    if (value && !found.has(value) && found.size < mostFound) found.set(value, foundIn)
  }
  for (const { text } of lines)
    for (const { 0: match, index } of text.matchAll(address)) add(match, snippetOf(text, index, match.length))
  for (const link of links)
    if (/^mailto:/i.test(link.address)) {
      const match = decode(link.address.slice('mailto:'.length).split('?')[0] ?? '')
      add(match, link.text || match)
    }
  return [...found].map(([value, foundIn]) => ({ value, foundIn }))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
