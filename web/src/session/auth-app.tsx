import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { withTexts } from '../texts/load-texts.ts'
import { Logo } from '../ui/logo.tsx'
import classes from './auth-app.module.css'
import { authPageOf, isMailedPath } from './auth-paths.ts'
import { LoginPage } from './login-page.tsx'
import { hasStoredSession } from './session.ts'
import { hasJustJoined } from './sign-in.ts'
import { onSessionChange } from './stored-session.ts'

const pages: Record<string, ComponentType> = {
  '/auth/login': LoginPage,
  '/auth/forgot-password': lazy(() =>
    withTexts('session', import('./forgot-password-page.tsx')).then((module) => ({
      default: module.ForgotPasswordPage,
    })),
  ),
  '/auth/accept-invite': lazy(() =>
    withTexts('session', import('./accept-invite-page.tsx')).then((module) => ({
      default: module.AcceptInvitePage,
    })),
  ),
  '/auth/confirm-email': lazy(() =>
    withTexts('session', import('./confirm-email-page.tsx')).then((module) => ({
      default: module.ConfirmEmailPage,
    })),
  ),
  '/auth/unsubscribe': lazy(() =>
    withTexts('session', import('./unsubscribe-page.tsx')).then((module) => ({
      default: module.UnsubscribePage,
    })),
  ),
  '/auth/reset-password': lazy(() =>
    withTexts('session', import('./reset-password-page.tsx')).then((module) => ({
      default: module.ResetPasswordPage,
    })),
  ),
}

const page = authPageOf(window.location.pathname)
const Page = pages[page] ?? LoginPage
const { pathname, search, hash } = window.location
if (pathname !== page) window.history.replaceState(null, '', page + search + hash)

interface AuthAppProps {
  /** Returns where sign-in leads. Knows every screen, which the pages before sign-in do not. */
  pathAfterLogin: (search: string) => Promise<string>
}

/** The app of the pages before sign-in. Their links are plain: each is a small document. */
export function AuthApp({ pathAfterLogin }: AuthAppProps) {
  useEffect(
    () =>
      onSessionChange(() => {
        // Signed in, here or in another tab. A page opened from an email stays until it is done.
        const stays = isMailedPath(page) && !hasJustJoined()
        if (hasStoredSession() && !stays)
          void pathAfterLogin(window.location.search).then((path) => window.location.replace(path))
      }),
    [pathAfterLogin],
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
