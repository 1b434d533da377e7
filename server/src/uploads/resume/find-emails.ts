import { readEmail } from '../../contact-formats/read-email.ts'
import type { ParsedDocument } from '../reading/read-document.ts'
import { snippetOf } from './snippet.ts'

const maxFound = 5
const address =
  /[\p{L}\d][\p{L}\d._%+'-]{0,63}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.){1,5}\p{L}{2,24}/gu

/** Returns email addresses in order, each once: those in the text, then those behind links. */
export function findEmails({ lines, links }: ParsedDocument): { value: string; foundIn: string }[] {
  const found = new Map<string, string>()
  const add = (text: string, foundIn: string) => {
    const { value } = readEmail(text)
    if (value && !found.has(value) && found.size < maxFound) found.set(value, foundIn)
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
