import type { ImportDateField, ImportField } from '@muster/contract/import-fields.ts'
import type { CountryCode } from 'libphonenumber-js'
import { t } from '#texts'
import { unsafeCell } from '../../files/safe-cell.ts'
import { readCountryCode } from './countries.ts'
import { cleanCell, readNoValue } from './no-value.ts'
import { type Address, joinAddress, splitAddress } from './read-address.ts'
import { type Consent, readConsent, readDoNotCall } from './read-answer.ts'
import { type DateOrder, readDate } from './read-date.ts'
import { readEmail } from './read-email.ts'
import { readId } from './read-id.ts'
import { joinName, readFullName, readNamePart, splitFullName } from './read-name.ts'
import { readPhone } from './read-phone.ts'
import { readProfileUrl } from './read-profile-url.ts'
import { readTags } from './read-tags.ts'
import { blank, doubtful, quote, type Reading, refused, understood, type ValueProblem } from './reading.ts'

/** A column that means something; the others are not looked at, so nothing of them is kept. */
export type MappedColumn = { index: number; header: string; field: ImportField }

/** What was settled once for the whole file. */
export type ImportDecisions = {
  /** Of phones without a country code, in rows without a country of their own. */
  defaultCountry: CountryCode
  /** Of the column that says when somebody applied. */
  dateOrder: DateOrder
  /** Of columns that prove an order of their own. */
  dateOrders?: Partial<Record<ImportDateField, DateOrder>>
  /** Digits of a postal code where the spreadsheet program ate leading zeros; null where none are missing. */
  postalCodeDigits: number | null
  /** Columns of the table; filled cells beyond them are flagged. */
  columnCount: number
  /** The file was exported here: its texts are taken as they stand, whatever they look like. */
  isExport?: boolean
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
  position: string | null
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
  problems: RowProblem[]
}

const longest: Partial<Record<ImportField, number>> = { location: 300, notes: 5000 }
const longestText = 200

/** Turns the cells of a row into a candidate and an application, with everything that was doubtful about them. */
export function normaliseCandidate(
  columns: MappedColumn[],
  cells: string[],
  decisions: ImportDecisions,
): NormalisedRow {
  const problems: RowProblem[] = []
  const take = <Value>(field: ImportField, read: (cell: string) => Reading<Value>): Value | null => {
    const column = columns.find((candidate) => candidate.field === field)
    if (!column) return null
    const { value, problem } = read(cells[column.index] ?? '')
    if (problem) problems.push({ column: column.header, ...problem })
    return value
  }
  const { isExport = false } = decisions
  const text = (field: ImportField) =>
    take(field, (cell) => (isExport ? takeAsItStands(cell, field) : readText(cell, field)))

  const name = takeName(take, isExport)
  const address = takeAddress(take, text, decisions)
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
    location: shorten(address.location, longest.location!),
    currentCompany: text('currentCompany'),
    currentTitle: text('currentTitle'),
    doNotCall: take('doNotCall', readDoNotCall),
    consent: take('consent', readConsent),
  }
  const date = (field: ImportDateField) =>
    take(field, (cell) => readDate(cell, decisions.dateOrders?.[field] ?? decisions.dateOrder))
  const application: NormalisedApplication = {
    position: text('position'),
    status: text('status'),
    source: text('source'),
    owner: text('owner'),
    appliedAt: date('appliedAt'),
    statusAt: date('statusAt'),
    hiredAt: date('hiredAt'),
    closedAt: date('closedAt'),
    notes: takeNotes(columns, cells, problems, isExport),
    tags: takeTags(columns, cells, problems, isExport),
  }
  flagExtraCells(cells, decisions.columnCount, problems)
  const applicationId = take('applicationId', readId)
  const candidateId = take('candidateId', readId)
  const isValid = candidate.name !== '' || applicationId !== null || candidateId !== null
  if (!isValid) problems.push({ column: null, ...explainMissing(columns) })
  return { isValid, applicationId, candidateId, candidate, application, problems }
}

type Take = <Value>(field: ImportField, read: (cell: string) => Reading<Value>) => Value | null

type Name = { fullName: string; firstName: string | null; lastName: string | null }

function takeName(take: Take, isExport: boolean): Name {
  const full = take('fullName', (cell): Reading<Name> => {
    if (!isExport) return readFullName(cell)
    const { value, problem } = takeAsItStands(cell, 'fullName')
    return value === null ? { value, problem } : understood({ ...splitFullName(value), fullName: value })
  })
  const firstName = take('firstName', readNamePart)
  const lastName = take('lastName', readNamePart)
  const joined = joinName(firstName, lastName)
  if (joined === '') return full ?? { fullName: '', firstName: null, lastName: null }
  return { fullName: shorten(joined, longestText)!, firstName, lastName }
}

function takeAddress(take: Take, text: (field: ImportField) => string | null, decisions: ImportDecisions) {
  const parts: Address = {
    street: text('street'),
    city: text('city'),
    region: text('region'),
    postalCode: take('postalCode', (cell) => readPostalCode(cell, decisions.postalCodeDigits)),
    country: take('country', (cell) => readText(cell, 'country')),
  }
  const whole = text('location')
  const own = { country: parts.country }
  if (whole === null) return { ...own, location: joinAddress(parts), placeCountry: null }
  const inWhole = splitAddress(whole)
  // Beside a whole address the columns only add what it does not say; of two countries the address is right.
  const missing = [parts.city, parts.region, parts.postalCode, parts.country].filter(
    (part): part is string => part !== null && !whole.toLowerCase().includes(part.toLowerCase()),
  )
  return { ...own, location: [whole, ...missing].join(', '), placeCountry: inWhole.country }
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

/** A text of an export, of which only the guard against formulas is no part. */
function takeAsItStands(cell: string, field: ImportField): Reading<string> {
  const text = unsafeCell(cell).trim()
  return text === '' ? blank : understood(shorten(text, longest[field] ?? longestText))
}

function readPostalCode(cell: string, digits: number | null): Reading<string> {
  const { value, problem } = readText(cell, 'postalCode')
  if (value === null) return { value, problem }
  const code = value.replace(/^(\d{3,9})\.0$/, '$1')
  if (digits === null || !/^\d+$/.test(code) || code.length >= digits || code.length < digits - 2)
    return understood(code)
  return doubtful(
    code.padStart(digits, '0'),
    'zeros_restored',
    t`The leading zeros of ${quote(code)} are put back`,
  )
}

function readText(cell: string, field: ImportField): Reading<string> {
  const text = cleanCell(cell)
  if (text === '') return blank
  const missing = readNoValue(text, field === 'country' ? 'country' : 'other')
  if (missing) return missing
  const most = longest[field] ?? longestText
  const line = field === 'notes' ? text : text.replace(/\s+/g, ' ')
  if (line.length <= most) return understood(line)
  // Cut short, two different ids could become one.
  if (field === 'externalId')
    return refused('too_long', t`The id ${quote(line)} is longer than ${most} characters`)
  return doubtful(
    shorten(line, most),
    'too_long',
    t`The text is longer than ${most} characters; the rest is cut`,
  )
}

/** Several columns of notes become paragraphs that begin with the name of their column. */
function takeNotes(
  columns: MappedColumn[],
  cells: string[],
  problems: RowProblem[],
  isExport: boolean,
): string | null {
  const sources = columns.filter(({ field }) => field === 'notes')
  const paragraphs = sources.flatMap(({ header, index }) => {
    const { value, problem } = (isExport ? takeAsItStands : readText)(cells[index] ?? '', 'notes')
    // "None" and "-" in a field of notes are an answer, not a fault.
    if (problem && problem.code !== 'no_value') problems.push({ column: header, ...problem })
    return value === null ? [] : [sources.length > 1 ? `${header}: ${value}` : value]
  })
  return paragraphs.length === 0 ? null : shorten(paragraphs.join('\n\n'), longest.notes!)
}

function takeTags(
  columns: MappedColumn[],
  cells: string[],
  problems: RowProblem[],
  isExport: boolean,
): string[] {
  const tags = new Map<string, string>()
  for (const { field, header, index } of columns) {
    if (field !== 'tags') continue
    const { value, problem } = readTags(cells[index] ?? '', isExport)
    if (problem) problems.push({ column: header, ...problem })
    for (const tag of value ?? []) if (!tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag)
  }
  return [...tags.values()].slice(0, 50)
}

function flagExtraCells(cells: string[], columnCount: number, problems: RowProblem[]) {
  const extra = cells.slice(columnCount).filter((cell) => cell.trim() !== '').length
  if (extra === 0) return
  problems.push({
    column: null,
    code: 'extra_cells',
    message:
      extra === 1
        ? t`The row has a cell more than the header; its values may have slipped`
        : t`The row has ${extra} more cells than the header; its values may have slipped`,
    severity: 'warning',
  })
}

function explainMissing(columns: MappedColumn[]): ValueProblem {
  const identifying = new Set(['fullName', 'firstName', 'lastName', 'email', 'phone', 'profileUrl'])
  const looked = columns.filter(({ field }) => identifying.has(field)).map(({ header }) => header)
  const message =
    looked.length === 0
      ? t`No name, e-mail, phone or profile: no column is mapped to any of them`
      : t`No name, e-mail, phone or profile: nothing usable in ${looked.map(quote).join(', ')}`
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
