import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { Logo } from '../ui/logo.tsx'
import classes from './auth-app.module.css'
import { authPageOf, isMailedPath } from './auth-paths.ts'
import { LoginPage } from './login-page.tsx'
import { pathAfterLogin } from './path-after-login.ts'
import { hasStoredSession } from './session.ts'
import { hasJustJoined } from './sign-in.ts'
import { onSessionChange } from './stored-session.ts'

const pages: Record<string, ComponentType> = {
  '/auth/login': LoginPage,
  '/auth/forgot-password': lazy(() =>
    import('./forgot-password-page.tsx').then((module) => ({ default: module.ForgotPasswordPage })),
  ),
  '/auth/accept-invite': lazy(() =>
    import('./accept-invite-page.tsx').then((module) => ({ default: module.AcceptInvitePage })),
  ),
  '/auth/confirm-email': lazy(() =>
    import('./confirm-email-page.tsx').then((module) => ({ default: module.ConfirmEmailPage })),
  ),
  '/auth/reset-password': lazy(() =>
    import('./reset-password-page.tsx').then((module) => ({ default: module.ResetPasswordPage })),
  ),
}

const page = authPageOf(window.location.pathname)
const Page = pages[page] ?? LoginPage
const { pathname, search, hash } = window.location
if (pathname !== page) window.history.replaceState(null, '', page + search + hash)

async function openNext() {
  window.location.replace(await pathAfterLogin(window.location.search))
}

/** The pages before sign-in. Links between them are plain: each is a small document of its own. */
export function AuthApp() {
  useEffect(
    () =>
      onSessionChange(() => {
        // Signed in, here or in another tab. Who opened a mailed link stays with it until they have used it.
        const stays = isMailedPath(page) && !hasJustJoined()
        if (hasStoredSession() && !stays) void openNext()
      }),
    [],
  )
  return (
    <main className={classes.ground}>
      <div className={classes.panel}>
        <Logo />
        <Suspense fallback={<div className={classes.pending} />}>
          <Page />
        </Suspense>
      </div>
    </main>
  )
}
