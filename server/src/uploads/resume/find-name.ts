import { splitFullName } from '../../imports/meaning/read-name.ts'
import type { Line, ReadDocument } from '../reading/read-document.ts'
import type { Facts } from './find-facts.ts'
import { notNames } from './not-names.ts'

interface Evidence {
  emails: Facts['emails']
  links: Facts['links']
  fileName: string
}

interface Candidate {
  name: string
  foundIn: string
  /** Set as a heading: larger than the text, near the top. */
  heads: boolean
}

const linesLooked = 25
const longest = 60
const fewestLetters = 2

const label =
  /^(?:full name|name|nom(?: et prénom)?|nombre(?: y apellidos)?|nome(?: completo)?|naam|namn|navn|nimi|imię i nazwisko|имя|фио|ф\.и\.о\.?|姓名|名前|氏名|이름|성명)\s*[:：]\s*(?<name>.+)$/iu
const word =
  /^(?:\p{Lu}[\p{L}\p{M}’'.-]*|(?:van|von|der|den|de|del|della|di|da|do|dos|du|la|le|ter|ten|zu|bin|ibn|al|el|y|e|bint)|\p{Lu}\.)$/u
const eastern =
  /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4}[\s　][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4}$/u

/** Whether a text has the form of a name; by itself that says nothing. */
function isNameLike(text: string): boolean {
  if (text.length > longest || /[\d@:/|•()]/.test(text)) return false
  if (eastern.test(text)) return !notNames.has(text)
  const words = text.split(/\s+/)
  if (words.length < 2 || words.length > 6) return false
  if (!words.every((each) => word.test(each.replace(/,$/, '')))) return false
  return !words.some((each) => notNames.has(plain(each)))
}

/** Lower case, without marks: "Müller" and "muller", "Łukasz" and "lukasz" are one. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/[^\p{L}\d\s]/gu, '')
    .trim()
}

/** The other way Germans and Danes write their letters in addresses. */
function spelledOut(text: string): string {
  const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae' }
  return plain(text.toLowerCase().replace(/[äöüåøæ]/g, (letter) => letters[letter]!))
}

/** Whether letters run together, as in an address, are those of a name: its last part, and its first or an initial. */
function speaksFor(letters: string, name: string): boolean {
  return [plain, spelledOut].some((spell) => {
    const parts = spell(name)
      .split(/\s+/)
      .filter((part) => part.length >= fewestLetters)
    return parts.some(
      (last) =>
        last.length > 2 &&
        letters.includes(last) &&
        parts.some((first) => {
          if (first === last) return false
          const rest = letters.replace(last, '')
          return rest.includes(first) || (rest.length > 0 && rest.length <= 2 && rest[0] === first[0])
        }),
    )
  })
}

function lettersOf(text: string): string {
  return plain(text).replace(/[\d\s]/g, '')
}

/** What else the document or its sender says a person is called, run together. */
function witnesses({ author }: ReadDocument, { emails, links, fileName }: Evidence): string[] {
  return [
    ...emails.map(({ value }) => lettersOf(value.split('@')[0] ?? '')),
    ...links.map(({ value }) => lettersOf(new URL(value).pathname)),
    ...links
      .filter(({ kind }) => kind === 'other')
      .map(({ value }) => lettersOf(new URL(value).hostname.replace(/^www\.|\.\w+$/g, ''))),
    ...(author ? [lettersOf(author)] : []),
    lettersOf(fileName.replace(/\.\w+$/, '')),
  ].filter((letters) => letters.length > 3)
}

/** The size most of the text has. */
function bodySizeOf(lines: readonly Line[]): number {
  const sizes = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length)
  }
  return [...sizes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** What looks like a name near the top or is set largest, a name on two lines of one size included. */
function findCandidates(lines: readonly Line[]): Candidate[] {
  const body = bodySizeOf(lines)
  const largest = Math.max(0, ...lines.slice(0, linesLooked * 4).map(({ size }) => size))
  const heads = ({ size }: Line) => size > body * 1.2 && size > largest * 0.85
  const top = lines.filter((line, index) => index < linesLooked || (index < linesLooked * 4 && heads(line)))
  return top.flatMap((line, index) => {
    const next = top[index + 1]
    // "Jane Doe, PhD" and "Jane Doe | Engineer" begin with a name.
    const first = line.text.split(/\s*[|•·–—]\s*|,\s+(?=\p{Lu}[\p{L}.]{1,4}\.?$)/u)[0] ?? ''
    const texts = [line.text, first]
    if (next && heads(line) && Math.abs(line.size - next.size) < 0.5) texts.push(`${line.text} ${next.text}`)
    return texts
      .filter(isNameLike)
      .slice(0, 1)
      .map((name) => ({ name, foundIn: name, heads: heads(line) && index < 3 }))
  })
}

/** Written all in capitals, a name is taken with only the first of each. */
function written(name: string): string {
  const { fullName } = splitFullName(name)
  if (/\p{Ll}/u.test(fullName) || !/\p{Lu}/u.test(fullName)) return fullName
  return fullName.toLowerCase().replace(/(?<=^|[\s’'-])\p{L}/gu, (letter) => letter.toUpperCase())
}

/**
 * Whose document it is: a name that is labelled as one, else one near the top for which an e-mail address, a profile,
 * the file's author or its name speaks, else the only one that is set as the heading. Null when nothing does.
 */
export function findName(document: ReadDocument, evidence: Evidence): Facts['name'] {
  for (const { text } of document.lines.slice(0, linesLooked)) {
    const name = label.exec(text)?.groups?.name?.trim()
    if (name && isNameLike(name)) return { value: written(name), foundIn: text }
  }
  const candidates = findCandidates(document.lines)
  const letters = witnesses(document, evidence)
  const confirmed = candidates.find(({ name }) => letters.some((each) => speaksFor(each, name)))
  const heading = candidates.find(({ heads }) => heads)
  const chosen = confirmed ?? heading
  return chosen ? { value: written(chosen.name), foundIn: chosen.foundIn } : null
}
