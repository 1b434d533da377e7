import { formatLocale } from '../texts/language.ts'

/** Returns the name of a country (ISO 3166 alpha-2) in the chosen language. */
export function countryName(country: string): string {
  return new Intl.DisplayNames(formatLocale(), { type: 'region' }).of(country) ?? country
}
