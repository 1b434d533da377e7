import { type ImportField, importFieldKeys } from '@muster/contract/import-fields.ts'
import { foldHeaders, transliterate } from '../normalise-header.ts'

/** How surely a name means its field: wherever it is, where nothing contradicts it, or only if a person agrees. */
export type Level = 'sure' | 'likely' | 'doubtful'
export type Meaning = { field: ImportField; level: Level }

export interface HeaderWords {
  /** What a whole header means. */
  names: Map<string, Meaning[]>
  /** What a longer header means that contains these words. */
  phrases: Map<string, ImportField>
  /** Words for "name" alone, which can be all of it or one part. */
  plainNames: Set<string>
  /** Forms of address, such as Mr, which are no part of a name. */
  salutations: Set<string>
  /** Words before a name that do not change what it means. */
  leading: Set<string>
  /** Words around a name that do not change what it means. */
  ornaments: Set<string>
  /** Words of a question around what it asks for. */
  fillers: Set<string>
  /** Words that make it another person's, or something else of the person. */
  others: Set<string>
  /** Words for things with a name, an address or a number of their own. */
  things: Set<string>
  /** Words for a number or code of something. */
  ids: Set<string>
  /** Beginnings of questions that no field answers. */
  never: Set<string>
}

/** The IDs of an export are known by its headers together, never by one alone. */
const knownTogether = new Set<ImportField>(['applicationId', 'candidateId'])
const levels: Record<string, Level> = { '': 'sure', '?': 'likely', '??': 'doubtful' }
const order: Level[] = ['sure', 'likely', 'doubtful']

/**
 * Reads dictionaries of lines such as "email: e-mail, mail address". `field:` names mean the field, `field?:` names
 * usually do, `field??:` names may, and `field~:` words give a longer header away. A line that begins with two spaces
 * goes on with the one above. "#" begins a remark.
 * @throws Error for a line that is not of this form
 */
export function readWords(dictionaries: string[]): HeaderWords {
  const words: HeaderWords = {
    names: new Map(),
    phrases: new Map(),
    plainNames: new Set(),
    salutations: new Set(),
    leading: new Set(),
    ornaments: new Set(),
    fillers: new Set(),
    others: new Set(),
    things: new Set(),
    ids: new Set(),
    never: new Set(),
  }
  for (const line of readLines(dictionaries)) readLine(line, words)
  for (const [name, meanings] of [...words.names]) {
    if (!/\p{Script=Cyrillic}/u.test(name)) continue
    for (const { field } of meanings) addName(words, transliterate(name), { field, level: 'likely' })
  }
  return words
}

type Line = { key: string; sign: string; list: string[] }

/** The lines of all dictionaries with their words folded, which is done for all of them at once. */
function readLines(dictionaries: string[]): Line[] {
  const lines = dictionaries
    .join('\n')
    .replace(/\n {2,}/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, key, sign = '', text = ''] = /^(\w+)(\?\??|~)?: (.*)$/.exec(line) ?? []
      if (key === undefined) throw new Error(`dictionary: this line has no key: ${line}`)
      return { key, sign, list: text.split(lists.has(key) ? ' ' : ',') }
    })
  const toFold = lines.flatMap(({ list }) => list.filter((name) => !isFolded(name)))
  const folded = foldHeaders(toFold).values()
  return lines.map(({ key, sign, list }) => {
    const names = list.map((name) => (isFolded(name) ? name.trim() : folded.next().value!))
    return { key, sign, list: names.filter((name) => name !== '') }
  })
}

function isFolded(name: string): boolean {
  return /^[a-z ]*$/.test(name)
}

/** Keys of words that are separated by spaces. */
const lists = new Set(['leading', 'ornaments', 'fillers', 'others', 'things', 'ids'])

function readLine({ key, sign, list }: Line, words: HeaderWords): void {
  switch (key) {
    case 'leading':
    case 'ornaments':
    case 'fillers':
    case 'others':
    case 'things':
    case 'ids':
      for (const word of list) words[key].add(word)
      return
    case 'never':
      for (const phrase of list) words.never.add(phrase)
      return
    case 'salutation':
      for (const name of list) words.salutations.add(name)
      return
    case 'plainName':
      for (const name of list) {
        words.plainNames.add(name)
        addName(words, name, { field: 'fullName', level: 'likely' })
      }
      return
  }
  const field = key as ImportField
  if (!importFieldKeys.includes(field) || knownTogether.has(field))
    throw new Error(`dictionary: this field cannot be named: ${key}`)
  for (const name of list) {
    if (sign === '~') words.phrases.set(name, field)
    else addName(words, name, { field, level: levels[sign]! })
  }
}

function addName({ names }: HeaderWords, name: string, meaning: Meaning): void {
  const meanings = names.get(name) ?? []
  const same = meanings.find(({ field }) => field === meaning.field)
  if (!same) names.set(name, [...meanings, meaning])
  else if (order.indexOf(meaning.level) < order.indexOf(same.level)) same.level = meaning.level
}
