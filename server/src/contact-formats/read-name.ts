import { cleanCell, readNoValue, shownText } from './no-value.ts'
import { blank, longestRead, type Reading, understood } from './reading.ts'

export type PersonName = { fullName: string; firstName: string | null; lastName: string | null }

const honorifics =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|madam|herr|frau|hr|fr|mme|mlle|monsieur|madame|sr|sra|srta|doña|dipl|dipl\.?-(?:ing|kfm|kff|inf|psych|wirt)|ing\.|mag\.|г-н|г-жа)\.?$/iu
/** Of what somebody is a doctor: behind another title only, since Phil, Nat and Med are given names. */
const subjects = /^(?:ing|med|jur|rer|nat|phil|h\.c|dent|vet|oec|pol)\.?$/iu
const suffixes =
  /^(?:jr|sr|ii|iii|iv|phd|ph\.d|m\.d|mba|msc|bsc|esq|cpa|pmp|dds|llm|shrm-cp|shrm-scp|phr|sphr)\.?$/i
/** "Ma", "Ba" and "Rn" are names, too: a degree stands in capitals among words that do not. */
const shortSuffixes = /^(?:MD|BA|MA|RN|JD)\.?$/
/** They tell a son from his father, so that they stay in the whole name. */
const generations = /^(?:jr|sr|ii|iii|iv)\.?$/i
const particles = new Set(
  'van von der den de del della di da do dos das du la le les los las ter ten zu zur zum bin ibn al el af av y e bint abu st st. san santa mac o’ d’'.split(
    ' ',
  ),
)
const patronymic = /(?:ович|евич|ич|овна|евна|ична|инична)$/iu
const compoundSurnames = new Set(
  '欧阳 上官 司马 诸葛 东方 皇甫 尉迟 公孙 慕容 令狐 司徒 夏侯 歐陽 司馬 諸葛'.split(' '),
)

/** Whether a word behind a name is a degree or a title, and none that tells a son from his father. */
export function isDegree(word: string): boolean {
  if (generations.test(word)) return false
  return suffixes.test(word) || shortSuffixes.test(word) || honorifics.test(word)
}

/** A part of a name: blanks inside squeezed, words for "none" taken as blank, though some are surnames. */
export function readNamePart(cell: string): Reading<string> {
  const text = squeeze(shownText(cleanCell(cell)))
  if (text === '') return blank
  return readNoValue(text, 'name') ?? understood(text)
}

/** A whole name in one cell, split into first and last name. */
export function readFullName(cell: string): Reading<PersonName> {
  const part = readNamePart(cell)
  return part.value === null ? { value: null, problem: part.problem } : understood(splitFullName(part.value))
}

/**
 * Splits "Marie Muller", "Muller, Marie", "Dr. Ludwig van Beethoven, PhD", "DURAND Marie", "Иванов Иван Петрович"
 * and "王小明". The last word with the particles before it is the last name, unless a comma, capitals, a
 * patronymic or the script says otherwise. One word alone is a first name.
 */
export function splitFullName(text: string): PersonName {
  if (text.length > longestRead) return { fullName: text, firstName: null, lastName: null }
  const name = splitWithoutGeneration(text)
  const words = new Set(name.fullName.split(' '))
  const generation = text
    .split(/[\s,，;()[\]]+/)
    .filter((word, index) => index > 0 && generations.test(word) && !words.has(word))
  return generation.length === 0 ? name : { ...name, fullName: `${name.fullName} ${generation.join(' ')}` }
}

function splitWithoutGeneration(text: string): PersonName {
  const fullName = withoutRemarks(squeeze(text))
  const isSuffix = suffixOf(fullName)
  const [head = '', ...tail] = fullName.split(/\s*[,，;]\s*/).filter((part) => part !== '')
  const given = tail.filter(
    (part) => !part.split(' ').every((word) => isSuffix(word) || honorifics.test(word)),
  )
  if (given.length > 0) {
    const names = withoutTitles(given.join(' ')).split(' ')
    while (names.length > 1 && isSuffix(names.at(-1)!)) names.pop()
    // "Dijk, Virgil van"
    let until = names.length
    while (until > 1 && particles.has(names[until - 1]!)) until--
    const firstName = names.slice(0, until).join(' ')
    const lastName = squeeze(`${names.slice(until).join(' ')} ${withoutTitles(head)}`)
    return {
      fullName: squeeze(`${firstName} ${lastName}`),
      firstName: firstName || null,
      lastName: lastName || null,
    }
  }
  const words = withoutTitles(head).split(' ')
  const [first, last] = splitWords(words)
  const known =
    squeeze(`${first} ${last}`) === '' ? fullName : isHan(words) ? words.join('') : words.join(' ')
  return { fullName: known, firstName: first || null, lastName: last || null }
}

function splitWords(words: string[]): [first: string, last: string] {
  if (isHan(words)) return words.length === 2 ? [words[1]!, words[0]!] : splitHan(words.join(''))
  if (words.length === 1 && /^\p{Script=Hangul}{3}$/u.test(words[0]!)) return splitHan(words[0]!)
  if (words.length === 1) return [words[0]!, '']
  const isLast = lastInCapitals(words)
  const capitals = words.filter((_, index) => isLast[index])
  if (capitals.length > 0 && capitals.length < words.length && words.some((word) => /\p{Ll}/u.test(word))) {
    return [words.filter((_, index) => !isLast[index]).join(' '), capitals.join(' ')]
  }
  if (words.length === 3 && patronymic.test(words[2]!)) return [`${words[1]} ${words[2]}`, words[0]!]
  let from = words.length - 1
  while (from > 1 && particles.has(words[from - 1]!.toLowerCase())) from--
  return [words.slice(0, from).join(' '), words.slice(from).join(' ')]
}

/** Which words are a last name in capitals, with the particles before it: "DE BOER" of "DE BOER Jan". */
function lastInCapitals(words: string[]): boolean[] {
  const isLast = words.map(isCapitals)
  for (let index = words.length - 2; index >= 0; index--) {
    const word = words[index]!
    isLast[index] ||= isLast[index + 1]! && word === word.toUpperCase() && particles.has(word.toLowerCase())
  }
  return isLast
}

function isCapitals(word: string): boolean {
  return (word.match(/\p{Lu}/gu)?.length ?? 0) > 2 && !/[\p{Ll}.]/u.test(word)
}

function isHan(words: string[]): boolean {
  const joined = words.join('')
  return /^\p{Script=Han}{2,4}$/u.test(joined)
}

function splitHan(name: string): [first: string, last: string] {
  const surname = compoundSurnames.has(name.slice(0, 2)) && name.length > 2 ? 2 : 1
  return [name.slice(surname), name.slice(0, surname)]
}

function withoutTitles(text: string): string {
  const words = text.split(' ')
  const isSuffix = suffixOf(text)
  let isTitled = false
  while (words.length > 1 && (honorifics.test(words[0]!) || (isTitled && subjects.test(words[0]!)))) {
    isTitled = true
    words.shift()
  }
  while (words.length > 2 && isSuffix(words.at(-1)!)) words.pop()
  return words.join(' ')
}

function suffixOf(name: string): (word: string) => boolean {
  const isMixed = /\p{Ll}/u.test(name)
  return (word) => suffixes.test(word) || (isMixed && shortSuffixes.test(word))
}

/** "Hans Müller (extern)" and "Anna Smith <anna@example.com>" are names with something beside them. */
function withoutRemarks(name: string): string {
  if (!/[<([]/.test(name)) return name
  const bare = squeeze(name.replace(/<[^<>]*@[^<>]*>|[([][^)\]]*[)\]]/g, ' '))
  return bare === '' ? name : bare
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
