import '@mantine/core/styles.layer.css'
import '@fontsource-variable/inter/wght.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import './theme/fonts.css'
import './theme/tokens.css'
import './theme/mantine.css'
import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadOnNewVersion } from './new-version.ts'
import { isAuthPath, isMailedPath, loginPath } from './session/auth-paths.ts'
import { InitialLoader } from './session/initial-loader.tsx'
import {
  hasStoredSession,
  leaveWhenSignedOut,
  mustChoosePassword,
  mustSetUpSecondFactor,
  restoreSession,
} from './session/session.ts'
import { StartFailure } from './session/start-failure.tsx'
import { claimTabStorage } from './session/stored-session.ts'
import { loadTexts } from './texts/load-texts.ts'
import { ThemeProvider } from './theme/theme-provider.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)

function show(content: ReactNode) {
  root.render(
    <StrictMode>
      <ThemeProvider>{content}</ThemeProvider>
    </StrictMode>,
  )
}

function withTexts(content: ReactNode) {
  return <I18nProvider i18n={i18n}>{content}</I18nProvider>
}

/**
 * Restores the session, then opens the half of the product the person may be in: the pages before sign-in, or
 * the app. Going from one to the other loads the document anew, so nothing of a person stays in memory.
 */
async function start() {
  // Asked for before anything is written in it, so that it is there when the first screen is.
  void document.fonts.load('1em "Inter Variable"')
  const texts = loadTexts('first')
  claimTabStorage()
  if (hasStoredSession()) {
    show(<InitialLoader />)
    // The app's code loads while the session is being restored; what fails to load is asked for again below.
    if (!isAuthPath(window.location.pathname))
      import('./app.tsx').then(
        ({ preloadScreen }) => preloadScreen(),
        () => undefined,
      )
  }
  const [signedIn] = await Promise.all([restoreSession(), texts])
  const { pathname, search } = window.location
  if (signedIn && isAuthPath(pathname) && !isMailedPath(pathname)) {
    const { pathAfterLogin } = await import('./session/path-after-login.ts')
    window.history.replaceState(null, '', await pathAfterLogin(search))
  } else if (!signedIn && !isAuthPath(pathname)) {
    window.history.replaceState(null, '', loginPath(window.location))
  }
  if (isAuthPath(window.location.pathname)) {
    const { AuthApp } = await import('./session/auth-app.tsx')
    show(withTexts(<AuthApp />))
    return
  }
  leaveWhenSignedOut()
  if (mustChoosePassword()) {
    const [{ OwnPasswordPage }] = await Promise.all([
      import('./session/own-password-page.tsx'),
      loadTexts('screens'),
    ])
    show(withTexts(<OwnPasswordPage />))
  } else if (mustSetUpSecondFactor()) {
    const [{ RequiredFactorPage }] = await Promise.all([
      import('./second-factor/required-factor-page.tsx'),
      loadTexts('setup'),
    ])
    show(withTexts(<RequiredFactorPage />))
  } else {
    const { App } = await import('./app.tsx')
    // The app's code ran in this task; its first screen is drawn in some of its own.
    await new Promise((resolve) => setTimeout(resolve))
    startTransition(() => show(withTexts(<App />)))
  }
}

reloadOnNewVersion()
start().catch((error: unknown) => {
  console.error(error)
  show(<StartFailure />)
})
