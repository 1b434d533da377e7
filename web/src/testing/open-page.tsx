import '@mantine/core/styles.layer.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import '../theme/tokens.css'
import '../theme/mantine.css'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { loadTexts } from '../texts/load-texts.ts'
import { ThemeProvider } from '../theme/theme-provider.tsx'

/** Renders a page that is shown instead of the app, such as the one to sign in, until the test ends. */
export async function openPage(page: ReactNode): Promise<void> {
  await loadTexts()
  const element = document.createElement('div')
  document.body.append(element)
  const root = createRoot(element)
  onTestFinished(() => root.unmount())
  root.render(
    <ThemeProvider>
      <I18nProvider i18n={i18n}>{page}</I18nProvider>
    </ThemeProvider>,
  )
}
