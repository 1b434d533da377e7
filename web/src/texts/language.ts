import { i18n } from '@lingui/core'
import { isLanguage, type Language } from '@muster/contract/languages.ts'

/** Where the choice is kept on this device. */
const key = 'language'

/** The language chosen on this device, else the first of the browser's that there is, else English. */
export function chosenLanguage(): Language {
  const stored = localStorage.getItem(key)
  if (isLanguage(stored)) return stored
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

/** Keeps the choice. Texts already on the screen stay as they are until the page is loaded anew. */
export function storeLanguage(language: Language) {
  localStorage.setItem(key, language)
}

/** The locale of dates and numbers: the browser's own variant of the language, such as en-GB, where it has one. */
export function formatLocale(): string {
  return navigator.languages.find((tag) => tag.slice(0, 2) === i18n.locale) ?? i18n.locale
}
