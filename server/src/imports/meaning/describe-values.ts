import { readCountryCode } from './countries.ts'
import { cleanCell, isNoValue } from './no-value.ts'
import { looksLikeAnswer } from './read-answer.ts'
import { looksLikeDate } from './read-date.ts'
import { readEmail } from './read-email.ts'
import { looksLikePhone } from './read-phone.ts'

/** What a column's sample values look like: shares of the filled ones, from 0 to 1. */
export type ValueProfile = {
  filled: number
  email: number
  phone: number
  url: number
  profileUrl: number
  date: number
  serialDate: number
  digits: number
  answer: number
  country: number
  personName: number
  honorific: number
  statusWord: number
  unique: number
}

const honorific = /^(?:mr|mrs|ms|miss|mx|dr|prof|herr|frau|m|mme|mlle|sr|sra|srta|г-н|г-жа|先生|女士)\.?$/iu
const statusWord =
  /\b(?:applied|new(?! (?:york|jersey|mexico|hampshire|south wales|brunswick|england|delhi)\b)|review|reviewing|screen|screened|screening|interview|interviewing|interviewed|offer|offered|hired|rejected|declined|withdrawn|shortlisted|contacted|qualified|active|inactive|placed|submitted|open|closed|on hold|pending)\b|entretien|embauché|refusé|en cours|retenu|abgelehnt|in bearbeitung|in prüfung|eingeladen|en (?:proceso|revisión|curso)|seleccion|descartad|inscrit[oa]|finalista|eingestellt|gespräch|entrevista|rechazad|contratad|отказ|собеседован|принят|面试|拒绝|录用/iu
const personName =
  /^\p{Lu}[\p{L}'’.-]*(?:,?\s+(?:[\p{Ll}]{1,3}\s+)?\p{Lu}[\p{L}'’.-]*){1,3}$|^\p{Script=Han}{2,4}$/u

/** Looks at the filled cells among a column's samples; words for "no value" count as blank. */
export function describeValues(samples: string[]): ValueProfile {
  const cells = samples.map(cleanCell).filter((cell) => cell !== '')
  // Excel's # signs say nothing about the kind of value, except that it was too wide for its column.
  const values = cells.filter((cell) => !isNoValue(cell))
  const share = (test: (value: string) => boolean) =>
    values.length === 0 ? 0 : values.filter(test).length / values.length
  return {
    filled: values.length,
    email: share((value) => readEmail(value).value !== null),
    phone: share((value) => looksLikePhone(value) && !looksLikeDate(value)),
    url: share((value) => /^(?:https?:\/\/|www\.)\S+$|^[\w-]+(?:\.[\w-]+)+\/\S+$/i.test(value)),
    profileUrl: share((value) => /(?:linkedin\.com\/(?:in|pub)\/|xing\.com\/profile\/)/i.test(value)),
    date: share(looksLikeDate),
    serialDate: share((value) => /^\d{5}(?:\.\d+)?$/.test(value)),
    digits: share((value) => /\d/.test(value)),
    answer: share(looksLikeAnswer),
    country: share((value) => readCountryCode(value) !== null),
    personName: share((value) => personName.test(value)),
    honorific: share((value) => honorific.test(value)),
    statusWord: share((value) => statusWord.test(value)),
    unique: values.length === 0 ? 0 : new Set(values).size / values.length,
  }
}
