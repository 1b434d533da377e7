import {
  type ImportDateField,
  type ImportField,
  type ImportTarget,
  isCustomTarget,
} from '@muster/contract/import-fields.ts'
import { candidateLengths } from '@muster/contract/text-lengths.ts'
import type { CountryCode } from 'libphonenumber-js'
import { t } from '#texts'
import { cleanCell, readNoValue, shownText } from '../../contact-formats/no-value.ts'
import { readEmail } from '../../contact-formats/read-email.ts'
import { readFullName, readNamePart, splitFullName } from '../../contact-formats/read-name.ts'
import { readPhone } from '../../contact-formats/read-phone.ts'
import { readProfileUrl } from '../../contact-formats/read-profile-url.ts'
import {
  blank,
  doubtful,
  quote,
  type Reading,
  refused,
  understood,
  type ValueProblem,
} from '../../contact-formats/reading.ts'
import { unsafeCell } from '../../files/safe-cell.ts'
import type { CustomReading } from '../custom/custom-values.ts'
import { type CustomCells, readCustomCell } from '../custom/read-custom-cells.ts'
import type { RowLength } from '../files/table.ts'
import { namesAgree } from './compare-names.ts'
import { composeName } from './compose-name.ts'
import { readCountryCode } from './countries.ts'
import { hasRemark, keptInNotes, type Remark } from './find-remarks.ts'
import { matchHeader } from './header-names.ts'
import { type LostCell, lossOf, lostCell } from './lost-cell.ts'
import { type PositionValue, positionValue } from './position-value.ts'
import { explainRagged, findRagged } from './ragged-row.ts'
import { type Address, joinAddress, splitAddress } from './read-address.ts'
import { type Consent, readConsent, readDoNotCall } from './read-answer.ts'
import { type DateOrder, readDate } from './read-date.ts'
import { readId } from './read-id.ts'
import { mostTags, readTags, tooManyTags } from './read-tags.ts'
import { warnOfEarlyDate } from './unlikely-date.ts'

/** A column that means something; the others are not looked at, so nothing of them is kept. */
export type MappedColumn = { index: number; header: string; field: ImportTarget; isCustomDate?: boolean }

/** What was settled once for the whole file. */
export type ImportDecisions = {
  /** Of phones without a country code, in rows without a country of their own. */
  defaultCountry: CountryCode
  /** Of the column that says when somebody applied. */
  dateOrder: DateOrder
  /** Of columns that prove an order of their own. */
  dateOrders?: Partial<Record<ImportTarget, DateOrder>>
  /** Digits of a postal code where the spreadsheet program ate leading zeros; null where none are missing. */
  postalCodeDigits: number | null
  /** Columns of the table; filled cells beyond them are flagged. */
  columnCount: number
  /** The file was exported here: its texts are taken as they stand, whatever they look like. */
  isExport?: boolean
  /** Absent if no column is mapped to a custom field. */
  customCells?: CustomCells
}

/** `column` is a header, or null for the row as a whole. An error means that the cell's value is not taken. */
export type RowProblem = ValueProblem & { column: string | null }

export type NormalisedCandidate = {
  /** Where no name is given, what stands for it: the e-mail address, phone or end of the profile address. */
  name: string
  hasName: boolean
  firstName: string | null
  lastName: string | null
  email: string | null
  phone: string | null
  phoneExtension: string | null
  profileUrl: string | null
  externalId: string | null
  location: string | null
  currentCompany: string | null
  currentTitle: string | null
  /** Null where the file does not say. */
  doNotCall: boolean | null
  consent: Consent | null
}

/** As written in the file: positions, statuses, sources and owners are looked up by the caller. */
export type NormalisedApplication = {
  /** Of the position, and of its client company where the row names one. */
  position: PositionValue | null
  clientCompany: string | null
  status: string | null
  source: string | null
  owner: string | null
  /** `YYYY-MM-DD`, or with a time, which is of the workspace's timezone unless it ends in `Z` or an offset. */
  appliedAt: string | null
  /** As `appliedAt`. */
  statusAt: string | null
  hiredAt: string | null
  closedAt: string | null
  notes: string | null
  tags: string[]
}

export type NormalisedRow = {
  /** False when neither a name, a contact nor an ID is left. */
  isValid: boolean
  /** Of this application's workspace or another: an export carries them. */
  applicationId: string | null
  candidateId: string | null
  candidate: NormalisedCandidate
  application: NormalisedApplication
  custom: CustomReading[]
  problems: RowProblem[]
  /** Cells whose values are not taken, or only in part. */
  lost: LostCell[]
  /** Cells that say more than their value. */
  remarks: Remark[]
  /** Set where the row has more or fewer cells than its header. */
  ragged: RowLength | null
}

const { location, notes } = candidateLengths
const longest: Partial<Record<ImportField, number>> = { location, notes }
const longestText = 200
const nameParts: ReadonlySet<ImportField> = new Set([
  ...(['fullName', 'firstName', 'middleName', 'lastName', 'secondLastName', 'nameSuffix'] as const),
])

/** Turns the cells of a row into a candidate and an application, with everything that was doubtful about them. */
export function normaliseCandidate(
  columns: MappedColumn[],
  cells: string[],
  decisions: ImportDecisions,
  ragged?: RowLength,
): NormalisedRow {
  const problems: RowProblem[] = []
  const lost: LostCell[] = []
  const lose: Lose = (column, problem) => {
    problems.push({ column: column.header, ...problem })
    lost.push(lostCell(column, problem))
  }
  const note: Note = (column, cell, reading) => {
    if (reading.problem) problems.push({ column: column.header, ...reading.problem })
    const loss = lossOf(column, cell, reading)
    if (loss) lost.push(loss)
  }
  const take = <Value>(field: ImportField, read: (cell: string) => Reading<Value>): Value | null => {
    const column = columns.find((candidate) => candidate.field === field)
    if (!column) return null
    const cell = cells[column.index] ?? ''
    const reading = read(cell)
    note(column, cell, reading)
    return reading.value
  }
  const row: CellsToRead = { columns, cells, take, lose, note }
  const { isExport = false } = decisions
  const text = (field: ImportField) =>
    take(field, (cell) => (isExport ? takeAsItStands(cell, field) : readText(cell, field)))

  const name = takeName(row, isExport)
  const address = takeAddress(row, text, decisions)
  const phone = take('phone', (cell) => readPhoneOfRow(cell, address, decisions.defaultCountry))
  const contact = {
    email: take('email', readEmail),
    phone: phone?.e164 ?? null,
    phoneExtension: phone?.extension ?? null,
    profileUrl: take('profileUrl', readProfileUrl),
  }
  const candidate: NormalisedCandidate = {
    name: name.fullName || standIn(contact),
    hasName: name.fullName !== '',
    firstName: name.firstName,
    lastName: name.lastName,
    ...contact,
    externalId: text('externalId'),
    location: address.location,
    currentCompany: text('currentCompany'),
    currentTitle: text('currentTitle'),
    doNotCall: take('doNotCall', readDoNotCall),
    consent: take('consent', readConsent),
  }
  const date = (field: ImportDateField) =>
    take(field, (cell) =>
      warnOfEarlyDate(cell, readDate(cell, decisions.dateOrders?.[field] ?? decisions.dateOrder)),
    )
  const position = text('position')
  const clientCompany = text('clientCompany')
  const application: NormalisedApplication = {
    position: position === null ? null : positionValue(position, clientCompany),
    clientCompany,
    status: text('status'),
    source: text('source'),
    owner: text('owner'),
    appliedAt: date('appliedAt'),
    statusAt: date('statusAt'),
    hiredAt: date('hiredAt'),
    closedAt: date('closedAt'),
    notes: takeNotes(row, isExport),
    tags: takeTags(row, isExport),
  }
  const custom = takeCustomFields(row, decisions)
  const length = findRagged(cells, ragged, decisions.columnCount)
  if (length) problems.push({ column: null, ...explainRagged(length) })
  const remarks = isExport ? [] : takeRemarks(row, candidate.name, { problems, lost })
  const applicationId = take('applicationId', readId)
  const candidateId = take('candidateId', readId)
  const isValid = candidate.name !== '' || applicationId !== null || candidateId !== null
  if (!isValid) problems.push({ column: null, ...explainMissing(columns) })
  return {
    isValid,
    applicationId,
    candidateId,
    candidate,
    application,
    custom,
    problems,
    lost,
    remarks,
    ragged: length,
  }
}

/** Reads the cell of a field's column, noting what is wrong with it. */
type Take = <Value>(field: ImportField, read: (cell: string) => Reading<Value>) => Value | null
/** Notes that a cell's value is not taken, or only in part. */
type Lose = (column: MappedColumn, problem: ValueProblem) => void
/** Notes what is wrong with a cell as it was read, and whether it loses something by it. */
type Note = <Value>(column: MappedColumn, cell: string, reading: Reading<Value>) => void

interface CellsToRead {
  columns: MappedColumn[]
  cells: string[]
  take: Take
  lose: Lose
  note: Note
}

function takeCustomFields(
  { columns, cells, note }: CellsToRead,
  decisions: ImportDecisions,
): CustomReading[] {
  const { customCells, defaultCountry: country, isExport = false } = decisions
  if (!customCells) return []
  return columns.flatMap((column) => {
    const { index, field: target } = column
    if (!isCustomTarget(target)) return []
    const cell = cells[index] ?? ''
    const dateOrder = decisions.dateOrders?.[target] ?? decisions.dateOrder
    const reading = readCustomCell(cell, target, { cells: customCells, country, dateOrder, isExport })
    note(column, cell, reading)
    const isTime = customCells.fields.get(target)?.type === 'dateTime'
    return reading.value ? [{ target, index, isTime, ...reading.value }] : []
  })
}

type Name = { fullName: string; firstName: string | null; lastName: string | null }

function takeName(row: CellsToRead, isExport: boolean): Name {
  const { columns, take, lose } = row
  const columnOf = (field: ImportField) => columns.find((column) => column.field === field)
  const full = take('fullName', (cell): Reading<Name> => {
    if (!isExport) return readFullName(cell)
    const { value, problem } = takeAsItStands(cell, 'fullName')
    return value === null ? { value, problem } : understood({ ...splitFullName(value), fullName: value })
  })
  // One character more than is stored shows that something is cut.
  const part = (field: ImportField) => shorten(take(field, readNamePart), longestText + 1)
  const [firstName, lastName] = [part('firstName'), part('lastName')]
  const parts = {
    middleName: part('middleName'),
    secondLastName: part('secondLastName'),
    suffix: part('nameSuffix'),
  }
  const hasName = firstName !== null || lastName !== null
  const joined = composeName({ ...(hasName || !full ? { firstName, lastName } : ends(full)), ...parts })
  if (joined === '') return full ?? { fullName: '', firstName: null, lastName: null }
  if (full && hasName && !isNameOf(full.fullName, joined, { firstName, lastName }))
    lose(columnOf('fullName')!, differentName(full.fullName, joined))
  const fullName = shorten(joined, longestText)
  if (fullName !== joined) lose(longestPart(row), cutAt(longestText))
  return { fullName, firstName, lastName }
}

/** A whole name as first and last name, its suffix included. */
function ends({ fullName, firstName, lastName }: Name): Pick<Name, 'firstName' | 'lastName'> {
  const [first, last] = [firstName ?? '', lastName ?? '']
  if (first !== '' && last !== '' && fullName.startsWith(`${first} ${last}`))
    return { firstName: first, lastName: fullName.slice(first.length + 1) }
  return { firstName: fullName, lastName: null }
}

/** Whether a whole name is the joined one, or the first and last name alone. */
function isNameOf(
  fullName: string,
  joined: string,
  { firstName, lastName }: Omit<Name, 'fullName'>,
): boolean {
  return namesAgree(fullName, joined) || namesAgree(fullName, `${firstName ?? ''} ${lastName ?? ''}`)
}

function longestPart({ columns, cells }: CellsToRead): MappedColumn {
  const lengthOf = ({ index }: MappedColumn) => (cells[index] ?? '').length
  return columns
    .filter(({ field }) => (nameParts as ReadonlySet<string>).has(field))
    .reduce((longest, column) => (lengthOf(column) > lengthOf(longest) ? column : longest))
}

function differentName(name: string, taken: string): ValueProblem {
  const message = t`${quote(name)} differs from the first and last name. ${quote(taken)} is used.`
  return { code: 'name_differs', message, severity: 'warning' }
}

function cutAt(most: number): ValueProblem {
  const message = t`The text is cut off after ${most} characters`
  return { code: 'too_long', message, severity: 'warning' }
}

function takeAddress(
  row: CellsToRead,
  text: (field: ImportField) => string | null,
  decisions: ImportDecisions,
) {
  const parts: Address = {
    street: text('street'),
    city: text('city'),
    region: text('region'),
    postalCode: row.take('postalCode', (cell) => readPostalCode(cell, decisions.postalCodeDigits)),
    country: row.take('country', (cell) => readText(cell, 'country')),
  }
  const whole = text('location')
  const joined = whole === null ? joinAddress(parts) : joinWhole(whole, parts)
  const location = shorten(joined, candidateLengths.location)
  if (joined !== null && location !== joined)
    for (const column of row.columns) {
      const part = column.field === 'location' ? whole : parts[column.field as keyof Address]
      if (part && !location!.includes(part)) row.lose(column, cutAt(candidateLengths.location))
    }
  const placeCountry = whole === null ? null : splitAddress(whole).country
  return { country: parts.country, location, placeCountry }
}

/** The row's own country decides; a country at the end of a whole address is only tried where the import's fails. */
function readPhoneOfRow(
  cell: string,
  { country, placeCountry }: { country: string | null; placeCountry: string | null },
  defaultCountry: CountryCode,
) {
  const own = country === null ? null : readCountryCode(country)
  if (own) return readPhone(cell, own, defaultCountry)
  return readPhone(cell, defaultCountry, placeCountry === null ? null : readCountryCode(placeCountry))
}

/** A whole address with what the other columns say beyond it; of two countries the address is right. */
function joinWhole(whole: string, { street, city, region, postalCode, country }: Address): string {
  const known = ` ${wordsOf(whole)} `
  const isNew = (part: string | null): part is string =>
    part !== null && !known.includes(` ${wordsOf(part)} `)
  return [...[street].filter(isNew), whole, ...[city, region, postalCode, country].filter(isNew)].join(', ')
}

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .join(' ')
    .trim()
}

/** A text of an export, of which only the guard against formulas is no part. */
function takeAsItStands(cell: string, field: ImportField): Reading<string> {
  const text = unsafeCell(cell).trim()
  if (text === '') return blank
  const most = longest[field] ?? longestText
  return text.length <= most ? understood(text) : { value: shorten(text, most), problem: cutAt(most) }
}

function readPostalCode(cell: string, digits: number | null): Reading<string> {
  const { value, problem } = readText(cell, 'postalCode')
  if (value === null) return { value, problem }
  const code = value.replace(/^(\d{3,9})\.0$/, '$1')
  if (digits === null || !/^\d+$/.test(code) || code.length >= digits || code.length < digits - 2)
    return { value: code, problem }
  return doubtful(
    code.padStart(digits, '0'),
    'zeros_restored',
    t`The leading zeros of ${quote(code)} are restored`,
  )
}

function readText(cell: string, field: ImportField): Reading<string> {
  const text = shownText(cleanCell(cell))
  if (text === '') return blank
  const missing = readNoValue(text, field === 'country' ? 'country' : 'other')
  if (missing) return missing
  const most = longest[field] ?? longestText
  const line = field === 'notes' ? text : text.replace(/\s+/g, ' ')
  if (line.length <= most) return understood(line)
  // Cut short, two different ids could become one.
  if (field === 'externalId')
    return refused('too_long', t`The ID ${quote(line)} is longer than ${most} characters`)
  return { value: shorten(line, most), problem: cutAt(most) }
}

const notesHeaders = new Map<string, boolean>()

/** Whether a header means notes. What a column of another kind holds says nothing without its header. */
function isNotesHeader(header: string): boolean {
  const known = notesHeaders.get(header)
  if (known !== undefined) return known
  if (notesHeaders.size === 1000) notesHeaders.clear()
  const isNotes = matchHeader(header.replace(/\d+/g, ' ')).some(({ field }) => field === 'notes')
  notesHeaders.set(header, isNotes)
  return isNotes
}

/** Paragraphs of several columns, and of a column that is only kept, begin with the name of their column. */
function takeNotes({ columns, cells, lose, note }: CellsToRead, isExport: boolean): string | null {
  const most = candidateLengths.notes
  const sources = columns.filter(({ field }) => field === 'notes')
  let notes = ''
  for (const column of sources) {
    const cell = cells[column.index] ?? ''
    const reading = (isExport ? takeAsItStands : readText)(cell, 'notes')
    // "None" and "-" in a field of notes are an answer, not a fault.
    if (reading.problem?.code !== 'no_value') note(column, cell, reading)
    if (reading.value === null) continue
    const isNamed = sources.length > 1 || !isNotesHeader(column.header)
    const paragraph = isNamed && !isExport ? `${column.header}: ${reading.value}` : reading.value
    const joined = notes === '' ? paragraph : `${notes}\n\n${paragraph}`
    notes = shorten(joined, most)
    if (notes !== joined && reading.problem === null) lose(column, cutAt(most))
  }
  return notes === '' ? null : notes
}

function takeTags({ columns, cells, lose, note }: CellsToRead, isExport: boolean): string[] {
  const tags = new Map<string, string>()
  for (const column of columns) {
    if (column.field !== 'tags') continue
    const cell = cells[column.index] ?? ''
    const reading = readTags(cell, isExport)
    note(column, cell, reading)
    const added = (reading.value ?? []).filter((tag) => !tags.has(tag.toLowerCase()))
    const room = mostTags - tags.size
    for (const tag of added.slice(0, room)) tags.set(tag.toLowerCase(), tag)
    if (added.length > room && reading.problem === null) lose(column, tooManyTags())
  }
  return [...tags.values()]
}

/** Cells of which something is stored, and which say more. One that is lost is in the report with all that it says. */
function takeRemarks(
  { columns, cells }: CellsToRead,
  name: string,
  { problems, lost }: { problems: RowProblem[]; lost: readonly LostCell[] },
): Remark[] {
  return columns.flatMap(({ index, header, field }) => {
    const text = cells[index] ?? ''
    if (text === '' || isCustomTarget(field) || lost.some((cell) => cell.index === index)) return []
    if (problems.some(({ column, code }) => column === header && code === 'no_value')) return []
    if (!hasRemark({ field, text, name })) return []
    problems.push({ column: header, ...keptInNotes(text) })
    return [{ index, field, text: `${header}: ${shorten(text.trim(), candidateLengths.notes / 2)}` }]
  })
}

function explainMissing(columns: MappedColumn[]): ValueProblem {
  const identifying: ReadonlySet<string> = new Set([
    ...['fullName', 'firstName', 'lastName', 'email', 'phone', 'profileUrl'],
  ])
  const looked = columns.filter(({ field }) => identifying.has(field)).map(({ header }) => header)
  const message =
    looked.length === 0
      ? t`No name, email, phone or profile URL: no column is mapped to any of them`
      : t`No usable name, email, phone or profile URL in ${looked.map(quote).join(', ')}`
  return refused('nothing_to_identify', message).problem!
}

function standIn({
  email,
  phone,
  profileUrl,
}: {
  email: string | null
  phone: string | null
  profileUrl: string | null
}): string {
  return email ?? profileUrl?.split('/').at(-1) ?? phone ?? ''
}

function shorten<Text extends string | null>(text: Text, most: number): Text {
  if (text === null || text.length <= most) return text
  return text
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd() as Text
}
