import { t } from '#texts'
import { cleanCell, plainDigits, readNoValue } from '../../contact-formats/no-value.ts'
import { blank, doubtful, quote, type Reading, refused, understood } from '../../contact-formats/reading.ts'

/**
 * The order in which a column writes day, month and year: `ambiguous` when its values allow or mix more than one,
 * `ymd` also when none of them depends on it.
 */
export type DateOrder = 'dmy' | 'mdy' | 'ymd' | 'ambiguous'

type Parts = { year: number; month: number; day: number; rest: string }

const numeric = /^(\d{1,4})(?:\s?[./-]\s?|\s)(\d{1,2})(?:\s?[./-]\s?|\s)(\d{1,4})(?!\d)\.?(.*)$/s
const isDotted = /^\d{1,2}\s?\.\s?\d{1,2}\s?\.\s?\d/
const dayFirstName =
  /^(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s\-./,]*(?:de\s+|of\s+)?(\p{L}{3,})\.?[\s\-./,]*(?:de[l]?\s+)?'?(\d{4}|\d{2})(?!\d)(.*)$/isu
const monthFirstName =
  /^(\p{L}{3,})\.?[\s\-./]*(\d{1,2})(?:st|nd|rd|th)?[\s\-./,]+'?(\d{4}|\d{2})(?!\d)(.*)$/isu
const yearFirstName = /^(\d{4})[\s\-./]+(\p{L}{3,})\.?[\s\-./]+(\d{1,2})(?!\d)(.*)$/isu
const chinese = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号](.*)$/s
const beforeDate = /^(\p{L}{2,})\.?,?\s+(?=\d{1,2}[.\s]*\p{L}|\d{1,2}[./-]\d|\p{L})/u
const clock =
  /^[\s,T]*(?:at|um|à|в)?\s*(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?(?:m\.?)?\s*((?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?|Z|UTC|GMT)?/i

/**
 * A tally of how a column writes its dates, fed value by value so that a whole column needs no memory. With `mayCome`,
 * dates in the future say nothing about the order.
 */
export function tallyDateOrder({ mayCome = false }: { mayCome?: boolean } = {}): {
  add(text: string): void
  decide(): DateOrder
} {
  let dayFirst = 0
  let monthFirst = 0
  let either = 0
  let dotted = 0
  const comingIf = { dayFirst: 0, monthFirst: 0 }
  const today = new Date().toISOString().slice(0, 10)
  return {
    add(text) {
      const match = numeric.exec(plainDigits(cleanCell(text)))
      if (!match) return
      const [first, second] = [Number(match[1]), Number(match[2])]
      if (match[1]!.length > 2) return
      if (first > 12 && first <= 31 && second <= 12) dayFirst++
      else if (second > 12 && second <= 31 && first <= 12) monthFirst++
      else if (first !== second && first <= 12 && second <= 12) {
        either++
        if (isDotted.test(match[0])) dotted++
        const year = fullYear(match[3]!)
        const isComing = (month: number, day: number) => `${year}-${pad(month)}-${pad(day)}` > today
        const [ifDayFirst, ifMonthFirst] = [isComing(second, first), isComing(first, second)]
        if (ifDayFirst && !ifMonthFirst) comingIf.dayFirst++
        if (ifMonthFirst && !ifDayFirst) comingIf.monthFirst++
      }
    },
    decide() {
      // A few values against the order of the rest are slips, flagged one by one.
      if (dayFirst > 0 && monthFirst <= dayFirst * 0.05) return 'dmy'
      if (monthFirst > 0 && dayFirst <= monthFirst * 0.05) return 'mdy'
      if (dayFirst > 0) return 'ambiguous'
      if (either === 0) return 'ymd'
      // Only day, month and year are written with dots.
      if (dotted === either) return 'dmy'
      if (mayCome) return 'ambiguous'
      // Nobody has applied on a day to come.
      if (comingIf.dayFirst > 0 && comingIf.monthFirst === 0) return 'mdy'
      if (comingIf.monthFirst > 0 && comingIf.dayFirst === 0) return 'dmy'
      return 'ambiguous'
    },
  }
}

/** The order a column's values prove together: one `31-08-1992` settles what `10/3/1973` means. */
export function decideDateOrder(samples: Iterable<string>): DateOrder {
  const tally = tallyDateOrder()
  for (const sample of samples) tally.add(sample)
  return tally.decide()
}

/** Whether a text can be read as a date or serial number, whatever its order. */
export function looksLikeDate(text: string): boolean {
  const trimmed = plainDigits(cleanCell(text))
  return !/^\d+([.,]\d+)?$/.test(trimmed) && readDate(trimmed, 'dmy').value !== null
}

/**
 * A date as `YYYY-MM-DD`, with a time as `YYYY-MM-DDTHH:MM:SS` and its `Z` or offset when the text names one.
 * Takes ISO dates, `31-08-1992`, `10/3/1973`, `3-Jun-23`, month names of nine languages, `2023年6月3日`,
 * spreadsheet serial numbers and Unix times. A value that only the other order allows is kept with a warning; one
 * that both allow is refused while the order is `ambiguous`.
 */
export function readDate(cell: string, order: DateOrder): Reading<string> {
  const text = plainDigits(cleanCell(cell))
    .replace(/(?:上午|오전)\s*(\d[\d:]*)/, '$1 AM')
    .replace(/(?:下午|晚上|오후)\s*(\d[\d:]*)/, '$1 PM')
  if (text === '') return blank
  const missing = readNoValue(text)
  if (missing) return missing
  const invalid = () => refused('invalid_date', t`${quote(text)} is not a date`)
  if (/^\d+(?:[.,]\d+)?$/.test(text)) return readNumber(text.replace(',', '.')) ?? invalid()

  const spoken = text.replace(beforeDate, (all, word: string) =>
    isWeekday(word) || wordOfDate.test(word) ? '' : all,
  )
  const match = numeric.exec(text)
  if (match) return readNumericDate(match, order, text) ?? invalid()
  const parts = readNamedDate(text) ?? readNamedDate(spoken)
  const date = parts && finish(parts)
  return date ? understood(date) : invalid()
}

function readNumericDate(match: RegExpExecArray, order: DateOrder, text: string): Reading<string> | null {
  const [first, second, third, rest] = [match[1]!, match[2]!, match[3]!, match[4]!]
  if (first.length > 2) {
    const date =
      first.length === 4
        ? finish({ year: Number(first), month: Number(second), day: Number(third), rest })
        : null
    return date === null ? null : understood(date)
  }
  if (third.length === 1) return null
  const year = fullYear(third)
  const asDmy = finish({ year, month: Number(second), day: Number(first), rest })
  const asMdy = finish({ year, month: Number(first), day: Number(second), rest })
  const asYmd =
    order === 'ymd'
      ? finish({ year: fullYear(first), month: Number(second), day: Number(third), rest })
      : null
  if (asYmd && third.length === 2) return understood(asYmd)
  if (asDmy && asMdy && asDmy !== asMdy && (order === 'ambiguous' || order === 'ymd')) {
    return refused(
      'ambiguous_date',
      t`${quote(text)} could be two dates. Choose whether the day or the month comes first.`,
    )
  }
  const [wanted, other] = order === 'mdy' ? [asMdy, asDmy] : [asDmy, asMdy]
  if (wanted) return understood(wanted)
  if (other === null) return null
  return order === 'ambiguous' || order === 'ymd'
    ? understood(other)
    : doubtful(
        other,
        'other_date_order',
        t`${quote(text)} has day and month in the opposite order to its column`,
      )
}

function readNamedDate(text: string): Parts | null {
  const cjk = chinese.exec(text)
  if (cjk) return { year: Number(cjk[1]), month: Number(cjk[2]), day: Number(cjk[3]), rest: cjk[4]! }
  const dayFirst = dayFirstName.exec(text)
  if (dayFirst) return named(dayFirst[3]!, dayFirst[2]!, dayFirst[1]!, dayFirst[4]!)
  const monthFirst = monthFirstName.exec(text)
  if (monthFirst) return named(monthFirst[3]!, monthFirst[1]!, monthFirst[2]!, monthFirst[4]!)
  const yearFirst = yearFirstName.exec(text)
  if (yearFirst) return named(yearFirst[1]!, yearFirst[2]!, yearFirst[3]!, yearFirst[4]!)
  return null
}

function named(year: string, monthName: string, day: string, rest: string): Parts | null {
  const month = readMonth(monthName)
  return month === null ? null : { year: fullYear(year), month, day: Number(day), rest }
}

/** A number alone: 20230603, an Excel serial day, or seconds or milliseconds since 1970. */
function readNumber(text: string): Reading<string> | null {
  const number = Number(text)
  if (/^(?:19|20)\d{6}$/.test(text)) {
    const date = finish({
      year: Number(text.slice(0, 4)),
      month: Number(text.slice(4, 6)),
      day: Number(text.slice(6)),
      rest: '',
    })
    return date === null ? null : understood(date)
  }
  if (number >= 7305 && number < 73_416) return understood(isoFrom((number - 25_569) * 86_400_000, false))
  if (number >= 631_152_000 && number < 4_102_444_800) return understood(isoFrom(number * 1000, true))
  if (number >= 631_152_000_000 && number < 4_102_444_800_000) return understood(isoFrom(number, true))
  return null
}

function isoFrom(milliseconds: number, utc: boolean): string {
  const iso = new Date(Math.round(milliseconds / 1000) * 1000).toISOString()
  if (utc) return iso.replace('.000Z', 'Z')
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 19)
}

/** 00 to 49 are of this century, as in current spreadsheet programs. */
function fullYear(year: string): number {
  const number = Number(year)
  if (year.length > 2) return number
  return number < 50 ? 2000 + number : 1900 + number
}

/** ISO text of parts that exist in the calendar, with the time of day left over in `rest`; else null. */
function finish({ year, month, day, rest }: Parts): string | null {
  if (year < 1900 || year > 2100 || month < 1 || month > 12 || day < 1) return null
  if (day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  const date = `${year}-${pad(month)}-${pad(day)}`
  const trailing = rest.replace(/^[\s,]*(?:г\.?|года?)\s*/u, '').trim()
  if (trailing === '') return date
  const time = clock.exec(trailing)
  if (!time) return null
  const [, hours, minutes, seconds = '0', half, zone] = time
  const hour = (Number(hours) % (half ? 12 : 24)) + (half?.toLowerCase() === 'p' ? 12 : 0)
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  if (hour === 0 && Number(minutes) === 0 && Number(seconds) === 0 && !zone) return date
  return `${date}T${pad(hour)}:${pad(Number(minutes))}:${pad(Number(seconds))}${zoneOf(zone)}`
}

function zoneOf(zone: string | undefined): string {
  if (!zone) return ''
  const offset = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone)
  return offset ? `${offset[1]}${offset[2]!.padStart(2, '0')}:${offset[3] ?? '00'}` : 'Z'
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}

/** The words of a date that are no part of it: "until 3 June", "CET" behind a time whose zone is not read. */
export function dateRemark(text: string): string {
  if (!/\p{L}|\(/u.test(text)) return ''
  const bare = text.replace(/((?:UTC|GMT|[+-]\d{2}:?\d{2})\S*)\s*\([^)]*\)\s*$/, '$1')
  const words = bare.match(/\p{L}[\p{L}\p{M}.]*/gu) ?? []
  return words
    .filter((word) => !wordOfDate.test(word) && readMonth(word) === null && !isWeekday(word))
    .join(' ')
}

const wordOfDate =
  /^(?:t|z|tz|utc|gmt|am|pm|a\.?m\.?|p\.?m\.?|at|on|um|am|den|uhr|h|à|в|de|del|of|the|el|le|st|nd|rd|th|er|r|г\.?|год|года|[年月日号년월일]|上午|下午|晚上|오전|오후)\.?$/iu
let weekdays: string[] | undefined

function isWeekday(word: string): boolean {
  weekdays ??= monthLocales.flatMap((locale) => {
    const { format } = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
    return Array.from({ length: 7 }, (_, day) => foldMonth(format(Date.UTC(2023, 0, 1 + day))))
  })
  const folded = foldMonth(word)
  return folded.length >= 2 && weekdays.some((name) => name.startsWith(folded))
}

const monthLocales = 'en fr de es ru pt it nl pl sv da nb fi cs sk hu ro tr uk el'.split(' ')
let months: Map<string, number> | undefined

/** The month of a name, nominative or as it stands after a day, or of a beginning that fits one month only. */
function readMonth(name: string): number | null {
  months ??= new Map(monthNames())
  const folded = foldMonth(name)
  const known = months.get(folded)
  if (known !== undefined || folded.length < 3) return known ?? null
  const fitting = new Set(
    [...months].filter(([written]) => written.startsWith(folded)).map(([, month]) => month),
  )
  return fitting.size === 1 ? [...fitting][0]! : null
}

function* monthNames(): Generator<[string, number]> {
  for (const locale of monthLocales) {
    for (const format of [
      { month: 'long' },
      { month: 'short' },
      { month: 'long', day: 'numeric' },
    ] as const) {
      const formatter = new Intl.DateTimeFormat(locale, { ...format, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++) {
        const parts = formatter.formatToParts(Date.UTC(2023, month - 1, 15))
        const written = foldMonth(parts.find(({ type }) => type === 'month')?.value ?? '')
        if (written.length >= 3) yield [written, month]
      }
    }
  }
}

function foldMonth(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('.', '')
}
