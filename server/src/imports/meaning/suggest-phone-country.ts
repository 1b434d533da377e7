import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import metadata from 'libphonenumber-js/max/metadata'
import { hasUsualDigits, hasUsualGroups, isMobile, readNumber } from '../../contact-formats/phone-number.ts'
import { countriesWithLanguage, languageOfHeaders } from './file-language.ts'

/** What the numbers of a file without a country code say about where they are from. */
export interface PhoneSurvey {
  country: CountryCode
  why: 'remembered' | 'numbers' | 'language' | 'country_column' | 'workspace'
  /** Numbers without a country code that are read with this country. */
  numbers: number
  /** Numbers without a country code in rows with a country of their own, which decides there. */
  byRow: number
  /** Of the numbers, so many were tried, and so many of these are in use in the country. */
  checked: number
  fitting: number
}

export interface PhoneSamples {
  /** Numbers without a country code, in rows without a country of their own. */
  national: readonly string[]
  /** Numbers with a country code. */
  international: readonly string[]
  rowCountries: ReadonlyMap<CountryCode, number>
  headers: readonly string[]
}

/** What is known beside the file. */
export interface CountryHints {
  /** The workspace's, where the file says nothing. */
  workspace: CountryCode
  /** Chosen last for a file with these headers. */
  remembered?: CountryCode | null
}

/** After so many samples, countries in which hardly any number exists are left out. */
const samplesForAll = 24
const leastShareOfBest = 0.4
/** Other countries have to fit that much better than the one chosen last. */
const clearlyBetter = { share: 0.2, score: 0.3 }
/** Below this the numbers alone do not tell. */
const clearLead = 0.1

/** Countries with many numbers: the likelier ones where several fit alike. */
const large: ReadonlySet<string> = new Set(
  'AU,BR,CA,CN,DE,ES,FR,GB,ID,IN,IT,JP,KR,MX,NG,NL,PK,PL,RU,TR,UA,US,ZA'.split(','),
)

interface Fit {
  country: CountryCode
  fitting: number
  checked: number
  /** 0 to about 1: how many numbers are in use in the country, and written as there. */
  score: number
}

/** The countries that have a calling code of their own. Territories that share one are tried only when hinted at. */
function candidates({ rowCountries }: PhoneSamples, hints: CountryHints): CountryCode[] {
  const byCode = metadata.country_calling_codes as Record<string, CountryCode[]>
  const main = getCountries().filter((country) => byCode[getCountryCallingCode(country)]?.[0] === country)
  const hinted = [hints.workspace, ...(hints.remembered ? [hints.remembered] : []), ...rowCountries.keys()]
  return [...new Set([...main, ...hinted])]
}

/** How well a number is one of the country: in use, with the usual digits in the usual groups. Null: it has a code. */
function scoreOf(text: string, country: CountryCode): number | null {
  const reading = readNumber(text, country)
  if (!reading) return 0
  if (reading.country === null) return null
  if (!reading.isInUse) return 0
  const { number } = reading
  return (
    0.6 +
    (hasUsualDigits(text, number) ? 0.2 : 0) +
    (hasUsualGroups(text, number) ? 0.2 : 0) +
    (isMobile(number) ? 0.05 : 0) +
    (number.country === country ? 0.05 : 0)
  )
}

function fitOf(country: CountryCode, numbers: readonly string[]): Fit {
  const scores = numbers.map((text) => scoreOf(text, country)).filter((score) => score !== null)
  const total = scores.reduce((sum, score) => sum + score, 0)
  return {
    country,
    checked: scores.length,
    fitting: scores.filter((score) => score > 0).length,
    score: numbers.length === 0 ? 0 : total / numbers.length,
  }
}

function fits(samples: PhoneSamples, hints: CountryHints): Fit[] {
  const { national } = samples
  const first = national.slice(0, samplesForAll)
  const all = candidates(samples, hints).map((country) => fitOf(country, first))
  const best = Math.max(0, ...all.map(({ score }) => score))
  const likely = all.filter(({ score, country }) => {
    return (score > 0 && score >= best * leastShareOfBest) || country === hints.remembered
  })
  return national.length <= samplesForAll ? likely : likely.map(({ country }) => fitOf(country, national))
}

/** Country → its share of the rows, and of the numbers with a country code. */
function evidenceOf({ rowCountries, international }: PhoneSamples, hints: CountryHints) {
  const rows = [...rowCountries.values()].reduce((sum, count) => sum + count, 0)
  const codes = new Map<string, number>()
  for (const text of international) {
    const code = readNumber(text, hints.workspace)?.number.countryCallingCode
    if (code) codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  return {
    ofRows: (country: CountryCode) => (rows === 0 ? 0 : (rowCountries.get(country) ?? 0) / rows),
    ofCodes: (country: CountryCode) =>
      international.length === 0
        ? 0
        : (codes.get(getCountryCallingCode(country)) ?? 0) / international.length,
  }
}

/**
 * Suggests the country that most numbers without a country code are from: the country in which most of them exist,
 * written as they are. Where several fit, the rows' own countries, the country codes of other numbers and the language
 * of the headers decide, in the end the workspace's country.
 */
export function suggestPhoneCountry(
  samples: PhoneSamples,
  hints: CountryHints,
): Pick<PhoneSurvey, 'country' | 'why' | 'checked' | 'fitting'> {
  const found = fits(samples, hints)
  const ofWorkspace = found.find(({ country }) => country === hints.workspace)
  const byNumbers = found.toSorted((a, b) => b.score - a.score)
  const [lead, next] = byNumbers
  const share = ({ fitting, checked }: Fit) => (checked === 0 ? 0 : fitting / checked)
  const remembered = found.find(({ country }) => country === hints.remembered)
  const bestShare = Math.max(0, ...found.map(share))
  const present = ({ country, checked, fitting }: Fit, why: PhoneSurvey['why']) => ({
    country,
    why,
    checked,
    fitting,
  })
  if (
    remembered &&
    share(remembered) >= bestShare - clearlyBetter.share &&
    remembered.score >= (lead?.score ?? 0) - clearlyBetter.score
  )
    return present(remembered, 'remembered')
  if (!lead || lead.score === 0) {
    const checked = samples.national.length
    return { country: hints.workspace, why: 'workspace', checked, fitting: ofWorkspace?.fitting ?? 0 }
  }
  const { ofRows, ofCodes } = evidenceOf(samples, hints)
  const language = languageOfHeaders(samples.headers)
  const spoken = countriesWithLanguage(language)
  const languageScore = (country: CountryCode) => {
    if (!spoken.includes(country)) return 0
    // Programs write English headers everywhere.
    if (language === 'en') return spoken.indexOf(country) < 5 ? 0.06 : 0.03
    return 0.15 + (spoken[0] === country ? 0.02 : 0)
  }
  const total = ({ country, score }: Fit) =>
    score +
    0.3 * ofRows(country) +
    0.2 * ofCodes(country) +
    languageScore(country) +
    (large.has(country) ? 0.06 : 0) +
    // Enough to win among countries that fit alike, never against clearer numbers.
    (country === hints.workspace ? 0.1 : 0)
  const best = found.reduce((a, b) => (total(b) > total(a) ? b : a))
  const isClear = best === lead && lead.score - (next?.score ?? 0) >= clearLead
  if (isClear) return present(best, 'numbers')
  if (ofRows(best.country) > 0) return present(best, 'country_column')
  if (ofCodes(best.country) > 0) return present(best, 'numbers')
  if (spoken.includes(best.country)) return present(best, 'language')
  return present(best, best.country === hints.workspace ? 'workspace' : 'numbers')
}
