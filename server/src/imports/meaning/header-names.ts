import type { ImportField } from '@muster/contract/import-fields.ts'
import { spellHeader } from './header-spellings.ts'
import { foldHeader } from './normalise-header.ts'
import { commonHeaders } from './words/common-headers.ts'
import { cyrillic } from './words/cyrillic.ts'
import { eastAsian } from './words/east-asian.ts'
import { english } from './words/english.ts'
import { nameParts } from './words/name-parts.ts'
import { otherLatin } from './words/other-latin.ts'
import { otherScripts } from './words/other-scripts.ts'
import { type Level, type Meaning, readWords } from './words/read-words.ts'
import { sixLanguages } from './words/six-languages.ts'
import { westernEuropean } from './words/western-european.ts'

export type HeaderMatch = { field: ImportField; confidence: number }

const words = readWords([
  ...Object.values(commonHeaders),
  sixLanguages,
  english,
  westernEuropean,
  otherLatin,
  cyrillic,
  eastAsian,
  otherScripts,
  nameParts,
])

const wholeName: Record<Level, number> = { sure: 0.95, likely: 0.6, doubtful: 0.42 }
const dressedName: Record<Level, number> = { sure: 0.9, likely: 0.55, doubtful: 0.4 }
/** A question around a known phrase, and nothing else. */
const wholePhrase = 0.85
/** A phrase of several words within a longer header. */
const clearPhrase = 0.75
/** One word within a longer header. What values can confirm is believed, anything else is asked. */
const confirmable = 0.65
const unconfirmable = 0.45

/** Fields whose values show whether a column is one. */
const shownByValues = new Set<ImportField>([
  ...([
    'email',
    'phone',
    'profileUrl',
    'appliedAt',
    'postalCode',
    'country',
    'doNotCall',
    'consent',
    'statusAt',
    'hiredAt',
    'closedAt',
  ] as const),
])
/** Fields that things and other people have too. */
const ownedByThings = new Set<ImportField>([
  ...(['email', 'phone', 'profileUrl', 'fullName', 'firstName', 'lastName', 'location', 'street'] as const),
  ...(['middleName', 'secondLastName', 'nameSuffix'] as const),
  ...(['city', 'region', 'postalCode', 'country', 'externalId', 'status', 'appliedAt'] as const),
  ...(['statusAt', 'hiredAt', 'closedAt'] as const),
])
/** Fields that are called a number or code, or may be. */
const numbered = new Set<ImportField>([
  'externalId',
  'phone',
  'email',
  'postalCode',
  'street',
  'doNotCall',
  'consent',
])
/** Questions for these are long and mention anything. */
const askedAtLength = new Set<ImportField>(['source', 'consent', 'doNotCall', 'notes', 'position'])
/** Words that mean a field alone and anything in a longer header. */
const tooShort = new Set('first last given via step land info start phase stage status label'.split(' '))
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
const longestHeader = 500
const mostWords = 60

/** The fields a header can mean by its words alone, the likeliest first. */
export function matchHeader(header: string): HeaderMatch[] {
  if (header.length > longestHeader || header.includes('@')) return []
  const { spellings, path, remark } = spellHeader(header)
  const isForeign = remark !== '' && hasForeign(remark, true)
  for (const spelling of spellings) {
    const found = matchName(spelling)
    if (found && isForeign && found.every(({ field }) => ownedByThings.has(field) && field !== 'fullName'))
      return []
    if (found) return found
  }
  if (isNeverAsked(header)) return []
  const inPath = matchPath(path)
  if (inPath) return inPath
  for (const spelling of spellings) {
    const found = matchPhrase(spelling)
    if (found) return [found]
  }
  return []
}

/** Whether a header says that its column is a second one of its kind, somebody else's or another thing's. */
export function isStrangersHeader(header: string): boolean {
  if (header.length > longestHeader) return false
  const { spellings } = spellHeader(header)
  return isNeverAsked(header) || spellings.some((spelling) => hasForeign(spelling, true))
}

/** Whether a header is only a word for a name: all of it, or one part. */
export function isPlainName(header: string): boolean {
  return spellHeader(header).spellings.some((spelling) => words.plainNames.has(spelling))
}

/** Whether a header means a form of address: "Salutation", "Anrede". */
export function isSalutation(header: string): boolean {
  if (header.length > longestHeader) return false
  return spellHeader(header).spellings.some((spelling) => words.salutations.has(spelling))
}

/** Whether a cell reads as the name of a field, which tells a header row from data. */
export function isRecognisedHeader(cell: string): boolean {
  if (cell.length > 60 || /^\s*\p{Script=Latin}{0,2}\s*$/u.test(cell)) return false
  return matchHeader(cell).some(({ confidence }) => confidence >= 0.6)
}

function toMatches(meanings: Meaning[], confidences: Record<Level, number>): HeaderMatch[] {
  return meanings
    .map(({ field, level }) => ({ field, confidence: confidences[level] }))
    .toSorted((a, b) => b.confidence - a.confidence)
}

function matchName(name: string): HeaderMatch[] | undefined {
  const whole = words.names.get(name)
  if (whole) return toMatches(whole, wholeName)
  const parts = name.split(' ')
  const dressed = parts.length > mostWords ? undefined : withoutOrnaments(parts)
  return dressed && toMatches(dressed, dressedName)
}

/** Takes ornaments from both ends, as few as needed: "address address 1" is "address 1". */
function withoutOrnaments(parts: string[]): Meaning[] | undefined {
  for (let from = 0; from < parts.length; from++) {
    for (let to = parts.length; to > from; to--) {
      const found = words.names.get(parts.slice(from, to).join(' '))
      if (found) return found
      if (!words.ornaments.has(parts[to - 1]!)) break
    }
    if (!words.ornaments.has(parts[from]!) && !words.leading.has(parts[from]!)) return undefined
  }
  return undefined
}

/** The last part of "Person : Phones : Mobile" says what it is; the parts before it say whose. */
function matchPath(path: string[]): HeaderMatch[] | undefined {
  const last = path.at(-1)
  if (last === undefined) return undefined
  const before = path.slice(0, -1)
  const named = matchName(`${before.at(-1)} ${last}`) ?? matchName(last)
  if (!named || words.plainNames.has(last)) return undefined
  const isForeign = before.some((part) =>
    hasForeign(
      part,
      named.some(({ field }) => ownedByThings.has(field)),
    ),
  )
  return isForeign
    ? []
    : named.map(({ field, confidence }) => ({ field, confidence: Math.min(0.9, confidence) }))
}

type Found = { field: ImportField; text: string; rest: string; isPhrase: boolean }

function matchPhrase(name: string): HeaderMatch | undefined {
  const [best] = findInside(name)
    .filter(({ field, text, rest }) => {
      const isLong = askedAtLength.has(field) && isClear(text)
      if (!numbered.has(field) && hasAny(rest, words.ids)) return false
      return isLong || !hasForeign(rest, ownedByThings.has(field), { name, text })
    })
    .toSorted((a, b) => b.text.length - a.text.length)
  if (!best) return undefined
  const { field, text, rest, isPhrase } = best
  const left = rest
    .split(' ')
    .filter((word) => word !== '' && !words.fillers.has(word) && !words.ornaments.has(word))
  const isWhole = left.length === 0 || (unspaced.test(text) && withoutFillers(rest) === '')
  if (isWhole) return { field, confidence: isPhrase ? wholePhrase : 0.8 }
  if (isPhrase && isClear(text)) return { field, confidence: clearPhrase }
  if (shownByValues.has(field)) return { field, confidence: confirmable }
  return isPhrase || text.length >= left.join('').length ? { field, confidence: unconfirmable } : undefined
}

/** Several words, or as much in a script without spaces. */
function isClear(text: string): boolean {
  return text.includes(' ') || (unspaced.test(text) && text.length >= 4)
}

/** Every word of a name or phrase. */
const vocabulary = new Set(
  [...words.names.keys(), ...words.phrases.keys()].flatMap((name) => name.split(' ')),
)

/** Every known name and phrase inside a header, with what is left around it. */
function findInside(name: string): Found[] {
  const found: Found[] = []
  const add = (text: string, rest: string) => {
    const phrase = words.phrases.get(text)
    if (phrase) found.push({ field: phrase, text, rest, isPhrase: true })
    const sure = words.names.get(text)?.find(({ level }) => level === 'sure')
    const isLong = unspaced.test(text) ? text.length >= 2 : text.length >= 5
    if (sure && !phrase && isLong && !tooShort.has(text))
      found.push({ field: sure.field, text, rest, isPhrase: false })
  }
  const parts = name.split(' ').slice(0, mostWords)
  if (!parts.some((part) => vocabulary.has(part)) && !unspaced.test(name)) return found
  for (let from = 0; from < parts.length; from++) {
    for (let to = from + 1; to <= Math.min(parts.length, from + 6); to++) {
      add(parts.slice(from, to).join(' '), [...parts.slice(0, from), ...parts.slice(to)].join(' '))
    }
  }
  if (!unspaced.test(name)) return found
  for (let from = 0; from < name.length; from++) {
    for (let to = from + 2; to <= Math.min(name.length, from + 16); to++) {
      const text = name.slice(from, to)
      if (unspaced.test(text)) add(text, `${name.slice(0, from)} ${name.slice(to)}`.trim())
    }
  }
  return found
}

/** Whether words are another's; `found` is the text that they are around, which itself may be of such words. */
function hasForeign(rest: string, orThings: boolean, found?: { name: string; text: string }): boolean {
  return hasAny(rest, words.others, found) || (orThings && hasAny(rest, words.things, found))
}

const partsInside = new Map(
  [words.others, words.things, words.ids].map((set) => [set, [...set].filter((word) => unspaced.test(word))]),
)

function hasAny(rest: string, set: Set<string>, found = { name: rest, text: '' }): boolean {
  if (rest.split(' ').some((word) => set.has(word) || isEndingOf(word, set))) return true
  if (!unspaced.test(found.name)) return false
  return partsInside.get(set)!.some((part) => found.name.includes(part) && !found.text.includes(part))
}

/** "managers" and "zaměstnavatele" are a word of the set with an ending. */
function isEndingOf(word: string, set: Set<string>): boolean {
  return [1, 2, 3].some((ending) => word.length - ending >= 6 && set.has(word.slice(0, -ending)))
}

const fillersInside = [...words.fillers, ...words.ornaments]
  .filter((word) => unspaced.test(word))
  .toSorted((a, b) => b.length - a.length)

function withoutFillers(text: string): string {
  return fillersInside.reduce((left, filler) => left.replaceAll(filler, ''), text).trim()
}

const never = new RegExp(
  Array.from(words.never, (phrase) => (unspaced.test(phrase) ? phrase : `(?:^| )${phrase}(?: |$)`)).join('|'),
  'u',
)

function isNeverAsked(header: string): boolean {
  return never.test(foldHeader(header))
}
