import { type CountryCode, getCountries } from 'libphonenumber-js'

const locales = [
  'en',
  'fr',
  'de',
  'es',
  'ru',
  'zh',
  'zh-Hant',
  'pt',
  'it',
  'nl',
  'pl',
  'sv',
  'tr',
  'ja',
  'uk',
]

/** What people write beside the official names. */
const everydayNames: Record<string, CountryCode> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  america: 'US',
  'united states of america': 'US',
  'etats unis d amerique': 'US',
  'ee uu': 'US',
  eeuu: 'US',
  сша: 'US',
  uae: 'AE',
  holland: 'NL',
  'czech republic': 'CZ',
  russia: 'RU',
  рф: 'RU',
  korea: 'KR',
  'south korea': 'KR',
  brasil: 'BR',
  deutschland: 'DE',
  brd: 'DE',
}

const codes = new Set<string>(getCountries())
let byName: Map<string, CountryCode> | undefined

/** Country names of 15 languages, from the runtime's own data; built at the first use. */
function namesToCodes(): Map<string, CountryCode> {
  if (byName) return byName
  byName = new Map(Object.entries(everydayNames))
  for (const locale of locales) {
    const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = names.of(code)
      if (name && !byName.has(fold(name))) byName.set(fold(name), code as CountryCode)
    }
  }
  return byName
}

/** The ISO 3166 code of a country written as code or name, or null. */
export function readCountryCode(text: string): CountryCode | null {
  const trimmed = text.trim()
  if (/^[A-Za-z]{2}$/.test(trimmed) && codes.has(trimmed.toUpperCase()))
    return trimmed.toUpperCase() as CountryCode
  return namesToCodes().get(fold(trimmed)) ?? null
}

function fold(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
}
