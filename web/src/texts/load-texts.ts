import { i18n, type Messages } from '@lingui/core'
import type { Language } from '@muster/contract/languages.ts'
import { chosenLanguage } from './language.ts'

type Part = 'first' | 'screens' | 'setup'

const catalogs: Record<Language, Record<Part, () => Promise<{ messages: Messages }>>> = {
  en: {
    first: () => import('../../../texts/en/first.po'),
    screens: () => import('../../../texts/en/screens.po'),
    setup: () => import('../../../texts/en/setup.po'),
  },
  de: {
    first: () => import('../../../texts/de/first.po'),
    screens: () => import('../../../texts/de/screens.po'),
    setup: () => import('../../../texts/de/setup.po'),
  },
}

const loading = new Map<Part, Promise<void>>()

/**
 * Loads a part of the catalogue in the chosen language, once: `first` is what the first screens show, `setup`
 * what those show that one sets up with, `screens` all the rest.
 */
export function loadTexts(part: Part): Promise<void> {
  let promise = loading.get(part)
  if (!promise) {
    const language = chosenLanguage()
    promise = catalogs[language][part]().then(({ messages }) => {
      // Also for the browser's own spell checking, hyphens and reading voice.
      document.documentElement.lang = language
      i18n.loadAndActivate({ locale: language, messages: { ...i18n.messages, ...messages } })
    })
    loading.set(part, promise)
    promise.catch(() => loading.delete(part))
  }
  return promise
}
