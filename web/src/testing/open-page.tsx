import './styles.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { loadTexts } from '../texts/load-texts.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'

/** Renders a page with the theme and the texts. */
export function renderPage(page: ReactNode): Root {
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  root.render(
    <ThemeProvider>
      <I18nProvider i18n={i18n}>{page}</I18nProvider>
    </ThemeProvider>,
  )
  return root
}

/** Opens a page that is shown instead of the app, such as the one to sign in, until the test ends. */
export async function openPage(page: ReactNode): Promise<void> {
  await loadTexts()
  const root = renderPage(page)
  onTestFinished(() => root.unmount())
}
