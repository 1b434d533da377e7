import { type CurrentUser, impersonationKeys, ownStorageKey } from './stored-session.ts'

/** Starts an impersonation in this tab. The administrator's drafts are set aside until it ends. */
export function storeImpersonation(answer: { access_token: string; user: CurrentUser }) {
  const own = JSON.stringify({ ...sessionStorage })
  sessionStorage.clear()
  sessionStorage.setItem(ownStorageKey, own)
  sessionStorage.setItem(impersonationKeys.user, JSON.stringify(answer.user))
  sessionStorage.setItem(impersonationKeys.accessToken, answer.access_token)
}
