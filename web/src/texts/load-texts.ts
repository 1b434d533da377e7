import { i18n, type Messages } from '@lingui/core'
import type { Language } from '@muster/contract/languages.ts'
import { chosenLanguage } from './language.ts'

type Part = 'first' | 'screens' | 'reports' | 'setup'

const catalogs: Record<Language, Record<Part, () => Promise<{ messages: Messages }>>> = {
  en: {
    first: () => import('../../../texts/en/first.po'),
    screens: () => import('../../../texts/en/screens.po'),
    reports: () => import('../../../texts/en/reports.po'),
    setup: () => import('../../../texts/en/setup.po'),
  },
  de: {
    first: () => import('../../../texts/de/first.po'),
    screens: () => import('../../../texts/de/screens.po'),
    reports: () => import('../../../texts/de/reports.po'),
    setup: () => import('../../../texts/de/setup.po'),
  },
}

const loading = new Map<Part, Promise<void>>()

/**
 * Loads a part of the catalogue in the chosen language, once: `first` for the first screens, `setup` for
 * setup screens, `reports` for analytics and the dashboard's cards, `screens` for all others.
 */
export function loadTexts(part: Part): Promise<void> {
  let promise = loading.get(part)
  if (!promise) {
    const language = chosenLanguage()
    promise = catalogs[language][part]().then(({ messages }) => {
      // Used by the browser's spell checker, hyphenation and screen readers.
      document.documentElement.lang = language
      i18n.loadAndActivate({ locale: language, messages: { ...i18n.messages, ...messages } })
    })
    loading.set(part, promise)
    promise.catch(() => loading.delete(part))
  }
  return promise
}

/** Loads a lazy module of the reports together with their texts. */
export async function withReportTexts<Module>(loadingModule: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([loadingModule, loadTexts('screens'), loadTexts('reports')])
  return module
}

/** Loads a lazy module together with the `screens` part, which has its texts. */
export async function withScreenTexts<Module>(loadingModule: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([loadingModule, loadTexts('screens')])
  return module
}

/** Loads a lazy module together with the `setup` part, which has its texts. */
export async function withSetupTexts<Module>(loadingModule: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([loadingModule, loadTexts('setup')])
  return module
}
