import { type CurrentUser, eyesKeys, ownStorageKey } from './stored-session.ts'

/** Begins an impersonation in this tab. One's own drafts are put aside until it ends. */
export function storeImpersonation(answer: { access_token: string; user: CurrentUser }) {
  const own = JSON.stringify({ ...sessionStorage })
  sessionStorage.clear()
  sessionStorage.setItem(ownStorageKey, own)
  sessionStorage.setItem(eyesKeys.user, JSON.stringify(answer.user))
  sessionStorage.setItem(eyesKeys.accessToken, answer.access_token)
}
