import { i18n } from '@lingui/core'
import type { Language } from '@muster/contract/languages.ts'
import { chosenLanguage } from './language.ts'

/** The texts of the first load, with functions that load the other parts (`web/build/text-parts.ts`). */
const catalogs = {
  en: () => import('../../../texts/en/web.po?part=first'),
  de: () => import('../../../texts/de/web.po?part=first'),
} satisfies Record<Language, unknown>

const loading = new Map<string, Promise<void>>()

async function load(part: string) {
  const language = chosenLanguage()
  const first = await catalogs[language]()
  const { messages } = (await first.parts[part]?.()) ?? first
  // Used by the browser's spell checker, hyphenation and screen readers.
  if (part === 'first') document.documentElement.lang = language
  i18n.loadAndActivate({ locale: language, messages: { ...i18n.messages, ...messages } })
}

/**
 * Loads texts in the chosen language, once: those of the first load, or those of what a folder loads by `import()`.
 */
export function loadTexts(part = 'first'): Promise<void> {
  let promise = loading.get(part)
  if (!promise) {
    promise = load(part)
    loading.set(part, promise)
    promise.catch(() => loading.delete(part))
  }
  return promise
}

/** Loads a lazy module together with the texts of the folder that loads it. */
export async function withTexts<Module>(folder: string, loadingModule: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([loadingModule, loadTexts(folder)])
  return module
}
