import { type ImportTarget, importDateFields } from '@muster/contract/import-fields.ts'
import { cleanCell, isNoValue } from '../../contact-formats/no-value.ts'
import type { Row } from '../files/table.ts'
import type { MappedColumn } from './normalise-candidate.ts'
import { type PositionValue, positionValue } from './position-value.ts'
import { type DateOrder, tallyDateOrder } from './read-date.ts'
import type { CountryHints, PhoneSurvey } from './suggest-phone-country.ts'
import { tallyPhones } from './tally-phones.ts'

const fieldsWithValues = ['position', 'status', 'source', 'owner'] as const
type FieldWithValues = (typeof fieldsWithValues)[number]

/** More than this many different values are no list to choose from. */
const mostValues = 500

/** A value with its rows; of a position at a client company also the two names. */
export interface ListedValue {
  value: string
  count: number
  name?: string | undefined
  company?: string | undefined
}

export type Survey = {
  rows: number
  /** Of all columns of dates together. */
  dateOrder: DateOrder
  dateOrders: Partial<Record<ImportTarget, DateOrder>>
  postalCodeDigits: number | null
  /** The different values of each mapped field that is looked up, the commonest first. */
  values: Partial<Record<FieldWithValues, ListedValue[]>>
  /** The different statuses with the positions of their rows, as far as both are listed. */
  statusesOfPositions: (readonly [status: string, position: PositionValue | null])[]
  /** The fields among them with more values than are listed. */
  tooManyValues: FieldWithValues[]
  /** Null where no number lacks its country code, and where nobody asked. */
  phones: PhoneSurvey | null
}

/** What tells which country the numbers without a country code are from, beside the numbers. */
export interface PhoneQuestion {
  headers: readonly string[]
  hints: CountryHints
}

/** Goes through all rows once, holding only tallies, to settle what only whole columns can tell. */
export async function surveyRows(
  rows: AsyncIterable<Row>,
  columns: MappedColumn[],
  question?: PhoneQuestion,
): Promise<Survey> {
  const indexOf = (field: MappedColumn['field']) => columns.find((column) => column.field === field)?.index
  const postalCodes = tallyPostalCodes()
  const dates = columns.flatMap(({ field, index, isCustomDate: mayCome = false }) => {
    if (!mayCome && !(importDateFields as readonly string[]).includes(field)) return []
    return [{ field, index, tally: tallyDateOrder({ mayCome }) }]
  })
  const phones = question && tallyPhones(columns, question.headers, question.hints)
  const postalCode = indexOf('postalCode')
  const listed = fieldsWithValues.flatMap((field) => {
    const index = indexOf(field)
    return index === undefined
      ? []
      : [{ field, index, counts: new Map<string, ListedValue>(), isFull: false }]
  })
  const positionOf = readPosition(indexOf('position'), indexOf('clientCompany'))
  const statusesOfPositions = tallyPairs(indexOf('status'), positionOf)
  let count = 0
  for await (const { cells } of rows) {
    count++
    for (const { index, tally } of dates) tally.add(cells[index] ?? '')
    phones?.add(cells)
    statusesOfPositions.add(cells)
    if (postalCode !== undefined) postalCodes.add(cells[postalCode] ?? '')
    for (const list of listed) {
      const position = list.field === 'position' ? positionOf(cells) : null
      const value = list.field === 'position' ? position?.value : readValue(cells[list.index])
      if (value === undefined || value === null) continue
      const known = list.counts.get(value)
      if (known) known.count++
      else if (list.counts.size >= mostValues) list.isFull = true
      else {
        const { name, company = null } = position ?? {}
        list.counts.set(value, { value, count: 1, ...(company === null ? {} : { name, company }) })
      }
    }
  }
  const orders = dates.map(({ field, tally }) => [field, tally.decide()] as const)
  return {
    rows: count,
    ...combineDateOrders(orders),
    postalCodeDigits: postalCodes.decide(),
    values: Object.fromEntries(listed.map(({ field, counts }) => [field, byCount(counts)])),
    statusesOfPositions: statusesOfPositions.list(),
    phones: phones?.decide() ?? null,
    tooManyValues: listed.filter(({ isFull }) => isFull).map(({ field }) => field),
  }
}

function readValue(cell: string | undefined): string | null {
  const value = cleanCell(cell ?? '').replace(/\s+/g, ' ')
  return value === '' || isNoValue(value) ? null : value
}

/** More pairs than this are no list of an office's statuses. */
const mostPairs = 5000

type ReadPosition = (cells: readonly string[]) => PositionValue | null

function readPosition(position: number | undefined, company: number | undefined): ReadPosition {
  return (cells) => {
    const name = position === undefined ? null : readValue(cells[position])
    return name === null
      ? null
      : positionValue(name, company === undefined ? null : readValue(cells[company]))
  }
}

function tallyPairs(status: number | undefined, positionOf: ReadPosition) {
  const pairs = new Map<string, readonly [string, PositionValue | null]>()
  return {
    add(cells: readonly string[]) {
      if (status === undefined || pairs.size >= mostPairs) return
      const value = readValue(cells[status])
      if (value === null) return
      const position = positionOf(cells)
      pairs.set(JSON.stringify([value, position?.value]), [value, position])
    },
    list: () => [...pairs.values()],
  }
}

/** A column that allows two orders is read in the one that the others prove, where these agree. */
function combineDateOrders(orders: (readonly [ImportTarget, DateOrder])[]) {
  const proven = new Set(
    orders.map(([, order]) => order).filter((order) => order === 'dmy' || order === 'mdy'),
  )
  const [only] = proven.size === 1 ? proven : []
  const settled = orders.map(
    ([field, order]) => [field, order === 'ambiguous' ? (only ?? order) : order] as const,
  )
  const found = settled.map(([, order]) => order)
  const first = found.find((order) => order !== 'ymd') ?? 'ymd'
  const dateOrder: DateOrder = found.includes('ambiguous') ? 'ambiguous' : first
  return { dateOrder, dateOrders: Object.fromEntries(settled) as Partial<Record<ImportTarget, DateOrder>> }
}

function byCount(counts: Map<string, ListedValue>) {
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

/** Whether most codes have five digits and some have lost zeros in front. */
function tallyPostalCodes() {
  const ofLength = new Map<number, number>()
  let filled = 0
  return {
    add(cell: string) {
      const code = cell.trim()
      if (code === '') return
      filled++
      if (/^\d{3,6}$/.test(code)) ofLength.set(code.length, (ofLength.get(code.length) ?? 0) + 1)
    },
    decide(): number | null {
      const ofFive = ofLength.get(5) ?? 0
      const shorter = (ofLength.get(4) ?? 0) + (ofLength.get(3) ?? 0)
      return ofFive >= filled * 0.6 && shorter > 0 && ofFive + shorter >= filled * 0.95 ? 5 : null
    },
  }
}
