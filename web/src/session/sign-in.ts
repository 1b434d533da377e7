import type { login } from '@muster/contract/auth.ts'
import type { CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { acceptInvitation } from '@muster/contract/invitations.ts'
import type { loginWithSecondFactor } from '@muster/contract/second-factor.ts'
import { storeLanguage } from '../texts/language.ts'
import { readTokens, storeNewSession } from './stored-session.ts'

export type Credentials = CallOf<typeof login>['body']
type CodeCredentials = CallOf<typeof loginWithSecondFactor>['body']

/** The HTTP layer, loaded when first needed: the sign-in page shows without it. */
const http = () => import('./session-calls.ts')

/** Signs in and stores tokens and user. @throws ApiError with the server's message. */
export async function signIn(credentials: Credentials): Promise<void> {
  const { postLogin } = await http()
  await keepSession(await postLogin(credentials))
}

/** The second step of it, for whoever has a second factor. @throws ApiError with the server's message. */
export async function signInWithCode(code: CodeCredentials): Promise<void> {
  const { postCode } = await http()
  await keepSession(await postCode(code))
}

let joined = false

/** Whether the session stored is that of an invitation accepted on this page. */
export function hasJustJoined(): boolean {
  return joined
}

/** Accepts an invitation and signs in by it; whoever was signed in here is not any more. @throws ApiError */
export async function acceptInvite(body: CallOf<typeof acceptInvitation>['body']): Promise<void> {
  const { postAcceptance } = await http()
  const answer = await postAcceptance(body)
  joined = true
  await keepSession(answer)
}

/** Stores a new session, and ends the one this browser had. */
async function keepSession(answer: ResponseOf<typeof login>): Promise<void> {
  const before = readTokens()
  if (before.refreshToken) {
    const { endOnServer } = await http()
    await endOnServer(before)
  }
  // The page that opens next is in the language the person has chosen, on whatever device.
  if (answer.user.language) storeLanguage(answer.user.language)
  storeNewSession(answer)
}
