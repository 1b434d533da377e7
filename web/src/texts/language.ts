import { i18n } from '@lingui/core'
import { isLanguage, type Language } from '@muster/contract/languages.ts'

/** The local storage key. */
const key = 'language'

/**
 * Returns the language chosen on this device, otherwise the browser's first supported one, otherwise English.
 */
export function chosenLanguage(): Language {
  const stored = localStorage.getItem(key)
  if (isLanguage(stored)) return stored
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en'
}

/** Stores the language. Texts on screen change when the page is reloaded. */
export function storeLanguage(language: Language) {
  localStorage.setItem(key, language)
}

/**
 * Returns the locale of dates and numbers: the browser's variant of the language, such as en-GB, if it has
 * one.
 */
export function formatLocale(): string {
  return navigator.languages.find((tag) => tag.slice(0, 2) === i18n.locale) ?? i18n.locale
}
