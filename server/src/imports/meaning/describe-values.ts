import { cleanCell, isNoValue } from '../../contact-formats/no-value.ts'
import { readEmail } from '../../contact-formats/read-email.ts'
import { looksLikePhone } from '../../contact-formats/read-phone.ts'
import { longestRead } from '../../contact-formats/reading.ts'
import { readCountryCode } from './countries.ts'
import { looksLikeAnswer, looksLikeYesOrNo } from './read-answer.ts'
import { looksLikeDate, readDate } from './read-date.ts'

/** What a column's sample values look like: shares of the filled ones, from 0 to 1. */
export type ValueProfile = {
  filled: number
  email: number
  phone: number
  /** Phone numbers that cannot be another number: with a plus, a zero in front or grouped digits. */
  writtenAsPhone: number
  url: number
  profileUrl: number
  date: number
  /** Dates on which somebody can have applied: the last 15 years, and not tomorrow. */
  recentDate: number
  serialDate: number
  digits: number
  number: number
  yesOrNo: number
  answer: number
  country: number
  personName: number
  honorific: number
  statusWord: number
  sourceWord: number
  longText: number
  unique: number
}

const honorific =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|madam|herr|frau|herrn?|hr|fr|monsieur|madame|m|mme|mlle|sr|sra|srta|señora?|señorita|sig|sig\.ra|signora?|dott|dott\.ssa|dhr|mevr|mevrouw|de heer|pan|pani|paní|fru|frk|rouva|úr|bay|bayan|shri|smt|г-н|г-жа|господин|госпожа|пан|пані|κος|κα|السيد|السيدة|श्री|श्रीमती|先生|女士|小姐|様|さん|씨|님|นาย|นาง|นางสาว)\.?$/iu
const statusWord =
  /\b(?:applied|new(?! (?:york|jersey|mexico|hampshire|south wales|brunswick|england|delhi)\b)|review|reviewing|screen|screened|screening|interview|interviewing|interviewed|offer|offered|hired|rejected|declined|withdrawn|shortlisted|contacted|qualified|active|inactive|placed|submitted|open|closed|on hold|pending)\b|entretien|embauché|refusé|en cours|retenu|abgelehnt|in bearbeitung|in prüfung|eingeladen|en (?:proceso|revisión|curso)|seleccion|descartad|inscrit[oa]|finalista|eingestellt|gespräch|entrevista|rechazad|contratad|colloquio|scartat|rozmow|odrzucon|zatrudnion|pohovor|odmítnut|mülakat|olumsuz|intervju|avslag|phỏng vấn|từ chối|отказ|собеседован|интервью|принят|співбесід|відмов|مقابلة|مرفوض|साक्षात्कार|अस्वीकृत|चयनित|面试|拒绝|录用|淘汰|初筛|選考|面接|不合格|면접|합격|서류/iu
const sourceWord =
  /\b(?:linkedin|indeed|glassdoor|monster|stepstone|xing|facebook|instagram|google|jobs?\s?board|referral|referred|career (?:site|page)|website|naukri|infojobs|ziprecruiter|wellfound|totaljobs|seek|agency|job fair|friend|word of mouth|empfehlung|bouche à oreille|amigos?|freunde)\b|hh\.ru|авито|智联招聘|前程无忧|boss直聘/iu
const personName =
  /^\p{Lu}[\p{L}'’.-]*(?:,?\s+(?:[\p{Ll}]{1,3}\s+)?\p{Lu}[\p{L}'’.-]*){1,3}$|^\p{Script=Han}{2,4}$/u
const writtenPhone = /^\s*(?:[+(]|0\d|\d{2,5}[\s.-]\d{2,5}[\s.-]?\d{2,})/
const longText = 60
const yearsOfApplying = 15

function isRecent(value: string): boolean {
  const date = readDate(value, 'dmy').value ?? readDate(value, 'mdy').value
  if (date === null) return false
  const time = Date.parse(date.slice(0, 10))
  const now = new Date()
  return time >= now.setFullYear(now.getFullYear() - yearsOfApplying) && time <= Date.now() + 86_400_000
}

function isWrittenAsPhone(value: string): boolean {
  return writtenPhone.test(value) && looksLikePhone(value) && !looksLikeDate(value)
}

/** Looks at the filled cells among a column's samples; words for "no value" count as blank. */
export function describeValues(samples: string[]): ValueProfile {
  const cells = samples.map((sample) => cleanCell(sample.slice(0, longestRead))).filter((cell) => cell !== '')
  // Excel's # signs say nothing about the kind of value, except that it was too wide for its column.
  const values = cells.filter((cell) => !isNoValue(cell))
  const share = (test: (value: string) => boolean) =>
    values.length === 0 ? 0 : values.filter(test).length / values.length
  return {
    filled: values.length,
    email: share((value) => readEmail(value).value !== null),
    phone: share((value) => looksLikePhone(value) && !looksLikeDate(value)),
    writtenAsPhone: share(isWrittenAsPhone),
    url: share((value) => /^(?:https?:\/\/|www\.)\S+$|^[\w-]+(?:\.[\w-]+)+\/\S+$/i.test(value)),
    profileUrl: share((value) => /(?:linkedin\.com\/(?:in|pub)\/|xing\.com\/profile\/)/i.test(value)),
    date: share(looksLikeDate),
    recentDate: share((value) => looksLikeDate(value) && isRecent(value)),
    serialDate: share((value) => /^\d{5}(?:\.\d+)?$/.test(value)),
    digits: share((value) => /\p{Nd}/u.test(value)),
    number: share((value) => /^[^\p{L}\d]{0,2}\d[\d.,\s]*[^\p{L}\d]{0,2}$/u.test(value)),
    yesOrNo: share(looksLikeYesOrNo),
    answer: share(looksLikeAnswer),
    country: share((value) => readCountryCode(value) !== null),
    personName: share((value) => personName.test(value)),
    honorific: share((value) => honorific.test(value)),
    statusWord: share((value) => statusWord.test(value)),
    sourceWord: share((value) => sourceWord.test(value)),
    longText: share((value) => value.length >= longText),
    unique: values.length === 0 ? 0 : new Set(values).size / values.length,
  }
}
