import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js'
import { dates } from '../resume/find-phones.ts'

/** The contact data that is on record for a person. */
export interface KnownContacts {
  emails: readonly string[]
  /** In any form: only their digits count. */
  phones: readonly string[]
  links: readonly string[]
}

/** A part of a text, from `start` up to `end`. */
export interface Span {
  start: number
  end: number
}

const email = /[^\s|,;()<>[\]]+@[^\s|,;()<>[\]]+/gu
const spacedEmail = /[^\s@|,;()<>[\]]+\s?@\s?[\p{L}\d-]+(?:\s?\.\s?[\p{L}\d-]+)*\s?\.\s?\p{L}{2,24}/gu
const topLevel =
  '(?:com|net|org|io|me|dev|co|ai|app|info|biz|page|site|eu|us|uk|de|at|ch|fr|es|it|nl|pl|ru|ca|cc)'
/** Emails spelled to fool programs: "ana at example dot com", "ana (at) example.com". */
const spelledEmail = new RegExp(
  String.raw`[\p{L}\d][\p{L}\d._+-]*\s*(?:(?:\(at\)|\[at\]|\{at\})\s*[\p{L}\d-]+(?:\s*(?:\.|\(dot\)|\[dot\]|dot|punkt)\s*[\p{L}\d-]+)+|` +
    String.raw`\sat\s+[\p{L}\d-]+(?:\s*(?:\(dot\)|\[dot\]|\sdot\s|\spunkt\s)\s*\p{L}{2,24})+|\sat\s+(?:[\p{L}\d-]+\.)+${topLevel}(?![\p{L}\d]))`,
  'giu',
)
const url = /(?:(?:https?|ftp):\/\/|\bwww\.|\b(?:mailto|tel|skype|callto):)[^\s|,;()<>[\]]+/giu
/** Addresses without a protocol: a profile, or a page of one's own. */
const site = new RegExp(
  String.raw`(?<![\p{L}\d@.-])(?!(?:asp|ado|vb|ml)\.net(?![\p{L}\d])|socket\.io(?![\p{L}\d]))(?:[\p{L}\d-]+\.)+${topLevel}(?:/[^\s|,;()<>[\]]*)?(?![\p{L}\d])`,
  'giu',
)
/** Handles after the name of a network. */
const handle =
  /(?:\b(?:linked\s?in|git\s?hub|git\s?lab|xing|skype|telegram|whats\s?app|signal|instagram|facebook|twitter|tiktok|wechat|we\s?chat|line\s?id|viber|discord)\b\s*(?:id|handle)?\s*[:：/@]\s*)(\S+)/giu
const atHandle = /(?<!\S)@[\p{L}\d_.-]{2,}/gu
/** Digits as people write phone numbers, also between spaces, dots, dashes, slashes and brackets. */
const digits = /(?:\+|\()?\d(?:[\s\u00a0().\-–—‐‑/·•]{0,3}\d){6,}/gu
const labelledDigits =
  /(?:\b(?:tel|phone|ph|mob|mobile|cell|handy|telefon|teléfono|téléphone|fax|whats\s?app|call|text)\b|☎|✆|📞|📱)\w*[\s.:#)(-]{0,4}((?:\+|\()?\d(?:[\s\u00a0().\-–—/·•]{0,3}\d){3,})/giu

const fewestDigits = 7
/** The final digits of a known number that count, however its beginning is written. */
const knownDigits = 7

function addMatches(spans: Span[], text: string, pattern: RegExp, group = 0): void {
  for (const match of text.matchAll(pattern)) {
    const found = match[group]
    if (!found) continue
    const start = match.index + (group === 0 ? 0 : match[0].lastIndexOf(found))
    spans.push({ start, end: start + found.length })
  }
}

/** Years, ranges of dates and amounts, which have as many digits as a phone number. */
function isDate(written: string): boolean {
  const text = written.trim().replaceAll(/[–—‐‑]/g, '-')
  return (
    dates.test(text) ||
    /^(?:19|20)\d\d(?:\s*-\s*(?:19|20)?\d\d)?(?:\s+(?:19|20)\d\d(?:\s*-\s*(?:19|20)?\d\d)?)*$/.test(text) ||
    /^\d{1,2}[./]\d{2,4}\s*-\s*\d{1,2}[./]\d{2,4}$/.test(text) ||
    /^\d{4}[./-]\d{1,2}(?:[./-]\d{1,2})?(?:\s*-\s*\d{4}[./-]\d{1,2}(?:[./-]\d{1,2})?)?$/.test(text)
  )
}

function addPhones(spans: Span[], text: string, country: string): void {
  if (!/\d{2}|\d[\s.-]\d/.test(text)) return
  for (const { startsAt, endsAt } of findPhoneNumbersInText(text, country as CountryCode))
    if (!isDate(text.slice(startsAt, endsAt))) spans.push({ start: startsAt, end: endsAt })
  for (const { 0: written, index } of text.matchAll(digits))
    if (written.replace(/\D/g, '').length >= fewestDigits && !isDate(written))
      spans.push({ start: index, end: index + written.length })
  addMatches(spans, text, labelledDigits, 1)
}

/** A text without what separates its letters, with the place of each in the original. */
function squeeze(text: string, kept: RegExp): { squeezed: string; places: number[] } {
  let squeezed = ''
  const places: number[] = []
  for (let place = 0; place < text.length; place += 1) {
    const letter = text[place]!.normalize('NFKC').toLowerCase()
    if (!kept.test(letter)) continue
    for (const each of letter) {
      squeezed += each
      places.push(place)
    }
  }
  return { squeezed, places }
}

function addKnown(spans: Span[], text: string, kept: RegExp, wanted: readonly string[]): void {
  if (wanted.length === 0) return
  const { squeezed, places } = squeeze(text, kept)
  for (const each of wanted)
    for (let at = squeezed.indexOf(each); at !== -1; at = squeezed.indexOf(each, at + 1))
      spans.push({ start: places[at]!, end: places[at + each.length - 1]! + 1 })
}

const letters = /[\p{L}\d@._+-]/u
const signs = (text: string) => [...text.toLowerCase()].filter((sign) => letters.test(sign)).join('')

function squeezedContacts({ emails, phones, links }: KnownContacts) {
  const bare = (link: string) =>
    signs(link.replace(/^\w+:\/\//, '').replace(/^www\./i, '')).replace(/\.+$/, '')
  return {
    written: [...emails.map(signs), ...links.map(bare)].filter(({ length }) => length > 3),
    digits: phones
      .map((phone) => phone.replace(/\D/g, '').slice(-knownDigits))
      .filter(({ length }) => length === knownDigits),
  }
}

/**
 * Finds what could be used to contact a person: emails, phone numbers, profiles and web pages, and what is on record,
 * however it is written. In doubt it finds too much. Spans may overlap.
 */
export function findContacts(text: string, known: KnownContacts, country: string): Span[] {
  const spans: Span[] = []
  for (const pattern of [email, spacedEmail, spelledEmail, url, site, atHandle])
    addMatches(spans, text, pattern)
  addMatches(spans, text, handle, 1)
  addPhones(spans, text, country)
  return [...spans, ...findKnown(text, known)]
}

/** Finds the contact data on record, whatever separates its letters, such as a line break. */
export function findKnown(text: string, known: KnownContacts): Span[] {
  const spans: Span[] = []
  const { written, digits: numbers } = squeezedContacts(known)
  addKnown(spans, text, letters, written)
  addKnown(spans, text, /\d/, numbers)
  return spans
}

/** Joins spans that overlap or touch, in order. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/** Returns a text with spans replaced by a mark of their own. */
export function replaceSpans(text: string, spans: readonly Span[], mark: string): string {
  let at = 0
  let replaced = ''
  for (const { start, end } of joinSpans(spans)) {
    replaced += text.slice(at, start) + mark
    at = end
  }
  return replaced + text.slice(at)
}
