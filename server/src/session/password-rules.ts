import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { t } from '#texts'
import type { Services } from '../services.ts'
import { isBreached } from './breached-passwords.ts'
import { contextWords } from './context-words.ts'

/** Of a password that stands alone, and of one beside a second factor. */
const fewestAlone = 15
const fewestWithFactor = 8
const mostCharacters = 128
/** A name shorter than this is part of too many words. */
const shortestName = 4
/** Characters a password needs beside the words of the product. */
const fewestBesideContext = 6
const longestFirst = [...contextWords].sort((a, b) => b.length - a.length)
/** Whoever tries the commonest passwords and their patterns first gets this far in no time; beside a factor less will do. */
const fewestGuessesLog10 = 9
const fewestGuessesWithFactorLog10 = 6
/** Guessing takes quadratic time to reckon, and what begins this well is good enough. */
const mostReckoned = 40

let reckoning: Promise<ZxcvbnFactory> | undefined

/** Read at first use: its lists of common passwords take some megabytes. */
async function loadReckoning(): Promise<ZxcvbnFactory> {
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
  return [fold(name), ...name.split(/\s+/).map(fold)].filter((part) => part.length >= shortestName)
}

/** Whether hardly anything is left of a folded password once the words of the product are taken out. */
function isMadeOfContextWords(folded: string): boolean {
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), folded)
  return rest.length < folded.length && rest.length < fewestBesideContext
}

interface PasswordOwner {
  name: string
  email: string
  workspaceName: string
  /** They sign in with a second factor. */
  hasSecondFactor?: boolean
}

function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length
}

/** Whether it is only good together with a second factor. */
export function isShortPassword(password: string): boolean {
  return lengthOf(password) < fewestAlone
}

/**
 * Why a new password cannot be taken, in a sentence for its owner, or null. Length counts, kinds of characters do
 * not; common passwords, also repeated or with digits added, breached ones, and the names of person and workspace are refused.
 */
export async function passwordProblem(
  services: Pick<Services, 'config' | 'telemetry'>,
  password: string,
  owner: PasswordOwner,
): Promise<string | null> {
  const length = lengthOf(password)
  const fewest = owner.hasSecondFactor ? fewestWithFactor : fewestAlone
  if (length < fewest) return t`Use at least ${fewest} characters: a sentence is easy to remember`
  if (length > mostCharacters) return t`Use at most ${mostCharacters} characters`
  const folded = fold(password)
  const local = owner.email.slice(0, owner.email.lastIndexOf('@'))
  if ([...foldedNames(owner.name), ...foldedNames(local)].some((name) => folded.includes(name)))
    return t`Leave your own name and address out of it: they are guessed first`
  const workspace = fold(owner.workspaceName)
  if (workspace.length >= shortestName && folded.includes(workspace))
    return t`Leave the workspace's name out of it: it is guessed first`
  if (isMadeOfContextWords(folded))
    return t`This is made of words that are guessed first here, such as the name of the product. Choose other words`
  reckoning ??= loadReckoning()
  const known = [owner.workspaceName, owner.name].flatMap((name) => name.toLowerCase().split(/\s+/))
  const { guessesLog10 } = (await reckoning).check(password.slice(0, mostReckoned), known)
  if (guessesLog10 < (owner.hasSecondFactor ? fewestGuessesWithFactorLog10 : fewestGuessesLog10))
    return t`This is one of the most common passwords, or made of them. Choose words that do not belong together`
  if (await isBreached(services, password))
    return t`This password is known from a data breach, so it is guessed early. Choose another one`
  return null
}
