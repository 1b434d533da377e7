/** The languages the product is complete in, each in its own words; the keys are ISO 639-1. */
export const languages = { en: 'English', de: 'Deutsch' } as const

export type Language = keyof typeof languages

export const languageKeys = Object.keys(languages) as [Language, ...Language[]]

/** Reports whether a text is a language key. */
export function isLanguage(text: string | null | undefined): text is Language {
  return typeof text === 'string' && Object.hasOwn(languages, text)
}
