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
import { loadTexts, withTexts } from './texts/load-texts.ts'
import { ThemeProvider } from './theme/theme-provider.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)

function show(content: ReactNode) {
  root.render(
    <StrictMode>
      <ThemeProvider>{content}</ThemeProvider>
    </StrictMode>,
  )
}

function translated(content: ReactNode) {
  return <I18nProvider i18n={i18n}>{content}</I18nProvider>
}

/**
 * Restores the session, then renders the pages before sign-in or the app. Switching between them reloads the
 * document, so nothing of a user stays in memory.
 */
async function start() {
  // Requested before any text uses it, so that it is loaded with the first screen.
  void document.fonts.load('1em "Inter Variable"')
  const texts = loadTexts()
  claimTabStorage()
  if (hasStoredSession()) {
    show(<InitialLoader />)
    // The app's code loads while the session is restored; a failed part is requested again below.
    if (!isAuthPath(window.location.pathname))
      import('./app.tsx').then(
        ({ preloadScreen }) => preloadScreen(),
        () => undefined,
      )
  }
  const [signedIn] = await Promise.all([restoreSession(), texts])
  const { pathname, search } = window.location
  if (signedIn && isAuthPath(pathname) && !isMailedPath(pathname)) {
    const { pathAfterLogin } = await import('./path-after-login.ts')
    window.history.replaceState(null, '', await pathAfterLogin(search))
  } else if (!signedIn && !isAuthPath(pathname)) {
    window.history.replaceState(null, '', loginPath(window.location))
  }
  if (isAuthPath(window.location.pathname)) {
    const [{ AuthApp }, { pathAfterLogin }] = await Promise.all([
      import('./session/auth-app.tsx'),
      import('./path-after-login.ts'),
    ])
    show(translated(<AuthApp pathAfterLogin={pathAfterLogin} />))
    return
  }
  leaveWhenSignedOut()
  if (mustChoosePassword()) {
    const { OwnPasswordPage } = await withTexts('app', import('./session/own-password-page.tsx'))
    show(translated(<OwnPasswordPage />))
  } else if (mustSetUpSecondFactor()) {
    const { RequiredFactorPage } = await withTexts('app', import('./second-factor/required-factor-page.tsx'))
    show(translated(<RequiredFactorPage />))
  } else {
    const { App } = await import('./app.tsx')
    // Yields: the app's code ran in this task, and the first screen renders in its own.
    await new Promise((resolve) => setTimeout(resolve))
    startTransition(() => show(translated(<App />)))
  }
}

reloadOnNewVersion()
start().catch((error: unknown) => {
  console.error(error)
  show(<StartFailure />)
})
