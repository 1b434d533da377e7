import type { CountryCode } from 'libphonenumber-js/max'
import { foldHeader } from './normalise-header.ts'
import { commonHeaders } from './words/common-headers.ts'
import { readWords } from './words/read-words.ts'

const languageOfScript: readonly [RegExp, language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/[ієїґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Thai}/u, 'th'],
]

/** Countries where files are written in a language, the largest first. */
const countriesOfLanguage: Record<string, CountryCode[]> = {
  en: ['US', 'GB', 'CA', 'IN', 'AU', 'IE', 'NZ', 'ZA', 'NG', 'SG', 'PH', 'KE', 'GH', 'MT', 'PK'],
  de: ['DE', 'AT', 'CH', 'LU', 'LI'],
  fr: ['FR', 'BE', 'CA', 'CH', 'MA', 'TN', 'DZ', 'SN', 'CI', 'LU'],
  es: ['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'EC', 'GT', 'UY', 'BO', 'CR', 'DO', 'PA', 'PY', 'SV', 'HN', 'NI'],
  pt: ['BR', 'PT', 'AO', 'MZ'],
  it: ['IT', 'CH'],
  nl: ['NL', 'BE'],
  pl: ['PL'],
  sv: ['SE', 'FI'],
  da: ['DK'],
  no: ['NO'],
  fi: ['FI'],
  cs: ['CZ', 'SK'],
  hu: ['HU'],
  ro: ['RO', 'MD'],
  tr: ['TR'],
  ja: ['JP'],
  ko: ['KR'],
  zh: ['CN', 'TW', 'HK', 'SG'],
  uk: ['UA'],
  ru: ['RU', 'KZ', 'BY', 'KG'],
  el: ['GR', 'CY'],
  he: ['IL'],
  ar: ['SA', 'EG', 'AE', 'MA', 'DZ', 'TN', 'JO', 'LB', 'KW', 'QA', 'IQ'],
  th: ['TH'],
}

let languagesOfName: Map<string, string[]> | undefined

function languagesOf(name: string): string[] {
  if (!languagesOfName) {
    languagesOfName = new Map()
    for (const [language, headers] of Object.entries(commonHeaders))
      for (const one of readWords([headers]).names.keys())
        languagesOfName.set(one, [...(languagesOfName.get(one) ?? []), language])
  }
  return languagesOfName.get(name) ?? []
}

/** The language of a file by its headers, or null where they do not tell. */
export function languageOfHeaders(headers: readonly string[]): string | null {
  const text = headers.join(' ')
  const byScript = languageOfScript.find(([script]) => script.test(text))
  if (byScript) return byScript[1]
  const scores = new Map<string, number>()
  for (const header of headers) {
    const languages = languagesOf(foldHeader(header))
    for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length)
  }
  const [best, second] = [...scores].sort(([, a], [, b]) => b - a)
  return best && best[1] > (second?.[1] ?? 0) ? best[0] : null
}

/** Where files of a language come from, the likeliest country first. */
export function countriesWithLanguage(language: string | null): readonly CountryCode[] {
  return language === null ? [] : (countriesOfLanguage[language] ?? [])
}
