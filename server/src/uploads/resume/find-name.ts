import { splitFullName } from '../../contact-formats/read-name.ts'
import type { Line, ParsedDocument } from '../reading/read-document.ts'
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
  /** Whether it is a heading: larger than the text, near the top. */
  isHeading: boolean
}

const linesSearched = 25
const maxLength = 60
const minLetters = 2

const label =
  /^(?:full name|name|nom(?: et prénom)?|nombre(?: y apellidos)?|nome(?: completo)?|naam|namn|navn|nimi|imię i nazwisko|имя|фио|ф\.и\.о\.?|姓名|名前|氏名|이름|성명)\s*[:：]\s*(?<name>.+)$/iu
const word =
  /^(?:\p{Lu}[\p{L}\p{M}’'.-]*|(?:van|von|der|den|de|del|della|di|da|do|dos|du|la|le|ter|ten|zu|bin|ibn|al|el|y|e|bint)|\p{Lu}\.)$/u
const eastern =
  /^[\p{Script=Han}\p{Script=Hangul}]{2,4}$|^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4}[\s　][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4}$/u

/** Returns whether a text looks like a name. That alone proves nothing. */
function looksLikeName(text: string): boolean {
  if (text.length > maxLength || /[\d@:/|•()]/.test(text)) return false
  if (eastern.test(text)) return !notNames.has(text)
  const words = text.split(/\s+/)
  if (words.length < 2 || words.length > 6) return false
  if (!words.every((each) => word.test(each.replace(/,$/, '')))) return false
  return !words.some((each) => notNames.has(foldCase(each)))
}

/** Returns lower case without diacritics: "Müller" becomes "muller", "Łukasz" becomes "lukasz". */
function foldCase(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/[^\p{L}\d\s]/gu, '')
    .trim()
}

function spellOutUmlauts(text: string): string {
  const letters: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe', æ: 'ae' }
  return foldCase(text.toLowerCase().replace(/[äöüåøæ]/g, (letter) => letters[letter]!))
}

/**
 * Returns whether a run of letters, such as in an email address, matches a name: its last part, and its first part or
 * an initial.
 */
function matchesName(letters: string, name: string): boolean {
  return [foldCase, spellOutUmlauts].some((spell) => {
    const parts = spell(name)
      .split(/\s+/)
      .filter((part) => part.length >= minLetters)
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
  return foldCase(text).replace(/[\d\s]/g, '')
}

/** Returns other evidence of the candidate's name, as runs of letters. */
function otherEvidence({ author }: ParsedDocument, { emails, links, fileName }: Evidence): string[] {
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

/** Returns the most common font size. */
function bodySizeOf(lines: readonly Line[]): number {
  const sizes = new Map<number, number>()
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2
    sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length)
  }
  return [...sizes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/**
 * Returns texts that look like a name and are near the top or in the largest font. A name may span two lines of the
 * same size.
 */
function findCandidates(lines: readonly Line[]): Candidate[] {
  const body = bodySizeOf(lines)
  const largest = Math.max(0, ...lines.slice(0, linesSearched * 4).map(({ size }) => size))
  const isHeading = ({ size }: Line) => size > body * 1.2 && size > largest * 0.85
  const top = lines.filter(
    (line, index) => index < linesSearched || (index < linesSearched * 4 && isHeading(line)),
  )
  return top.flatMap((line, index) => {
    const next = top[index + 1]
    // "Jane Doe, PhD" and "Jane Doe | Engineer" start with a name.
    const first = line.text.split(/\s*[|•·–—]\s*|,\s+(?=\p{Lu}[\p{L}.]{1,4}\.?$)/u)[0] ?? ''
    const texts = [line.text, first]
    if (next && isHeading(line) && Math.abs(line.size - next.size) < 0.5)
      texts.push(`${line.text} ${next.text}`)
    return texts
      .filter(looksLikeName)
      .slice(0, 1)
      .map((name) => ({ name, foundIn: name, isHeading: isHeading(line) && index < 3 }))
  })
}

/** Capitalizes a name that is written in capitals. */
function capitalize(name: string): string {
  const { fullName } = splitFullName(name)
  if (/\p{Ll}/u.test(fullName) || !/\p{Lu}/u.test(fullName)) return fullName
  return fullName.toLowerCase().replace(/(?<=^|[\s’'-])\p{L}/gu, (letter) => letter.toUpperCase())
}

/**
 * Returns the candidate's name: one that is labelled as such; else one near the top that is confirmed by an email
 * address, a profile, the file's author or its name; else the only heading. Null without such evidence.
 */
export function findName(document: ParsedDocument, evidence: Evidence): Facts['name'] {
  for (const { text } of document.lines.slice(0, linesSearched)) {
    const name = label.exec(text)?.groups?.name?.trim()
    if (name && looksLikeName(name)) return { value: capitalize(name), foundIn: text }
  }
  const candidates = findCandidates(document.lines)
  const letters = otherEvidence(document, evidence)
  const confirmed = candidates.find(({ name }) => letters.some((each) => matchesName(each, name)))
  const heading = candidates.find(({ isHeading }) => isHeading)
  const chosen = confirmed ?? heading
  return chosen ? { value: capitalize(chosen.name), foundIn: chosen.foundIn } : null
}
