import { isDegree } from '../../contact-formats/read-name.ts'

export interface NameParts {
  firstName: string | null
  middleName: string | null
  lastName: string | null
  secondLastName: string | null
  suffix: string | null
}

/**
 * Joins the parts of a name that are in columns of their own: "John", "Q.", "Smith", "Jr" are "John Q. Smith Jr". A part
 * that another one has already is not repeated. Degrees and titles in the suffix are no part of the name.
 */
export function composeName({ firstName, middleName, lastName, secondLastName, suffix }: NameParts): string {
  const given = withMiddle(wordsOf(firstName), wordsOf(middleName), wordsOf(lastName))
  const family = append(wordsOf(lastName), wordsOf(secondLastName))
  const name = [...given, ...family]
  return name.length === 0 ? '' : append(name, readSuffix(suffix)).join(' ')
}

/** The words of a suffix that tell people of one name apart. */
function readSuffix(suffix: string | null): string[] {
  return (suffix ?? '').split(/[\s,;/]+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !isDegree(word))
}

/** A middle name replaces its own initial, and is left out where the given or last name ends or begins with it. */
function withMiddle(given: string[], middle: string[], family: string[]): string[] {
  const names = [...given]
  const known = [...given.slice(1), ...family.slice(0, -1)]
  for (const word of middle) {
    if (known.some((other) => isSame(other, word) || isInitialOf(word, other))) continue
    const initial = given.findIndex((other, index) => index > 0 && isInitialOf(other, word))
    if (initial === -1) names.push(word)
    else names[initial] = word
  }
  return names
}

function append(names: string[], added: string[]): string[] {
  const end = names.slice(-added.length)
  const isThere = end.length === added.length && added.every((word, index) => isSame(word, end[index]!))
  return isThere ? names : [...names, ...added]
}

const wordsOf = (text: string | null) => (text ?? '').split(/\s+/).filter((word) => word !== '')

const fold = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}\p{P}]+/gu, '')

const isSame = (one: string, other: string) => fold(one) === fold(other)

function isInitialOf(short: string, long: string): boolean {
  const [initial, name] = [fold(short), fold(long)]
  return initial.length === 1 && name.length > 1 && name.startsWith(initial)
}
