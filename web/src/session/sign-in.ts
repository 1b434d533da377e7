import type { login } from '@muster/contract/auth.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { acceptInvitation } from '@muster/contract/invitations.ts'
import type { loginWithSecondFactor } from '@muster/contract/second-factor.ts'
import { storeLanguage } from '../texts/language.ts'
import { readTokens, storeNewSession } from './stored-session.ts'

export type Credentials = CallOf<typeof login>['body']
type CodeCredentials = CallOf<typeof loginWithSecondFactor>['body']

/** The HTTP layer loads on demand: the sign-in page renders without it. */
const http = () => import('./session-calls.ts')

/** Signs in and stores tokens and user. @throws ApiError with the server's message. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { postLogin } = await http()
  await replaceSession(await postLogin(credentials))
}

/** Completes a sign-in with a 2FA code. @throws ApiError with the server's message. */
export async function signInWithCode(code: CodeCredentials): Promise<void> {
  const { postCode } = await http()
  await replaceSession(await postCode(code))
}

let joined = false

/** Returns whether the stored session comes from an invitation accepted on this page. */
export function hasJustJoined(): boolean {
  return joined
}

/** Accepts an invitation and signs in; any previous session in this browser ends. @throws ApiError */
export async function acceptInvite(body: CallOf<typeof acceptInvitation>['body']): Promise<void> {
  const { postAcceptance } = await http()
  const answer = await postAcceptance(body)
  joined = true
  await replaceSession(answer)
}

/** Stores a new session and ends the previous one of this browser. */
async function replaceSession(answer: ResponseOf<typeof login>): Promise<void> {
  const before = readTokens()
  if (before.refreshToken) {
    const { endOnServer } = await http()
    await endOnServer(before)
  }
  // The next page opens in the user's language, whichever device they set it on.
  if (answer.user.language) storeLanguage(answer.user.language)
  storeNewSession(answer)
}
