import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { t } from '#texts'
import type { Services } from '../services.ts'
import { isBreached } from './breached-passwords.ts'
import { contextWords } from './context-words.ts'

/** Length of a password alone, and of one with a second factor. */
const minAlone = 15
const minWithFactor = 8
const maxCharacters = 128
/** Shorter names are part of too many words. */
const minName = 4
/** How many characters a password needs besides context words. */
const minBesideContext = 6
const longestFirst = [...contextWords].sort((a, b) => b.length - a.length)
/**
 * Attackers try the most common passwords and their patterns first and get this far quickly; with a second factor less
 * is enough.
 */
const minGuessesLog10 = 9
const minGuessesWithFactorLog10 = 6
/** The estimate takes quadratic time, and a strong beginning is enough. */
const maxEstimated = 40

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loaded on first use: its lists of common passwords take some megabytes. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function foldedNames(name: string): string[] {
  return [fold(name), ...name.split(/\s+/).map(fold)].filter((part) => part.length >= minName)
}

/** Tells whether hardly anything is left of a folded password without the context words. */
function isMadeOfContextWords(folded: string): boolean {
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), folded)
  return rest.length < folded.length && rest.length < minBesideContext
}

interface PasswordOwner {
  name: string
  email: string
  workspaceName: string
  /** The user signs in with a second factor. */
  hasSecondFactor?: boolean
}

function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length
}

/** Tells whether a password is only acceptable with a second factor. */
export function isShortPassword(password: string): boolean {
  return lengthOf(password) < minAlone
}

/**
 * Returns why a new password is refused, as a sentence for its owner, or null. Length counts, kinds of characters do
 * not. Refused are common passwords, even repeated or with digits added, breached ones, and the names of user and
 * workspace.
 */
export async function passwordProblem(
  services: Pick<Services, 'config' | 'telemetry'>,
  password: string,
  owner: PasswordOwner,
): Promise<string | null> {
  const length = lengthOf(password)
  const fewest = owner.hasSecondFactor ? minWithFactor : minAlone
  if (length < fewest) return t`Use at least ${fewest} characters. A short sentence works well.`
  if (length > maxCharacters) return t`Use at most ${maxCharacters} characters`
  const folded = fold(password)
  const local = owner.email.slice(0, owner.email.lastIndexOf('@'))
  if ([...foldedNames(owner.name), ...foldedNames(local)].some((name) => folded.includes(name)))
    return t`Do not use your name or email. They are easy to guess.`
  const workspace = fold(owner.workspaceName)
  if (workspace.length >= minName && folded.includes(workspace))
    return t`Do not use the workspace name. It is easy to guess.`
  if (isMadeOfContextWords(folded))
    return t`This password uses words that are easy to guess, such as the product name. Choose different words.`
  estimator ??= loadEstimator()
  const known = [owner.workspaceName, owner.name].flatMap((name) => name.toLowerCase().split(/\s+/))
  const { guessesLog10 } = (await estimator).check(password.slice(0, maxEstimated), known)
  if (guessesLog10 < (owner.hasSecondFactor ? minGuessesWithFactorLog10 : minGuessesLog10))
    return t`This password is too common. Choose several unrelated words.`
  if (await isBreached(services, password))
    return t`This password appeared in a data breach. Choose a different one.`
  return null
}
