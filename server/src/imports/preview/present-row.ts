import {
  type ImportField,
  type ImportTarget,
  importFields,
  isCustomTarget,
} from '@muster/contract/import-fields.ts'
import { translate } from '#texts'
import { readNoValue } from '../../contact-formats/no-value.ts'
import { describeValue } from '../custom/describe-value.ts'
import type { ImportOrder } from '../open-import.ts'
import type { RowResult } from '../rows/decide-row.ts'
import type { StoredLoss } from '../rows/lost-cells.ts'
import type { MatchKey } from '../rows/person.ts'
import type { PlannedRow } from '../rows/plan-rows.ts'
import type { FoundCase } from '../rows/recognise-person.ts'
import type { Problem, ResolvedRow } from '../rows/resolved-row.ts'

/** A row as it was looked at, as it is kept for its page. */
export interface PreviewedRow {
  row: number
  result: RowResult
  name: string | null
  email: string | null
  phone: string | null
  position: string | null
  matchedBy: string | null
  problems: (Problem & { cell: number | null })[]
  cases: FoundCase[]
  /** Cells whose values would not be stored. */
  lost: Omit<StoredLoss, 'kept'>[]
  /** The fields whose values the user chose to leave empty. */
  leftEmpty: ImportTarget[]
  /** All of the file's, as corrected. */
  cells: string[]
  /** By column: what would be kept of it. */
  stored: Record<number, string | null>
  /** By column: what the file says where it is corrected. */
  corrected: Record<number, string>
}

const keyOfCase: Record<string, MatchKey> = {
  external_id_of_another: 'externalId',
  email_of_another: 'email',
  phone_of_another: 'phone',
  profile_url_of_another: 'profileUrl',
}

/** Which cell a problem of the whole row is a matter of, where it is one's. */
function fieldOf({ code }: Problem): ImportField | null {
  if (keyOfCase[code]) return keyOfCase[code]
  if (code.startsWith('position_')) return 'position'
  return code === 'status_not_on_position' ? 'status' : null
}

function phoneOf({ candidate: { phone, phoneExtension } }: ResolvedRow): string | null {
  return phone !== null && phoneExtension !== null ? `${phone} x${phoneExtension}` : phone
}

/** A part of a name or an address; null where the cell only says that there is none. */
function partOf(cell: string, kind: 'name' | 'country' | 'other'): string | null {
  return readNoValue(cell, kind) === null ? cell.trim() || null : null
}

/** What is kept of a column, as text. */
function storedAs(row: ResolvedRow, field: ImportField, cell: string): string | null {
  const { candidate, destination, said } = row
  switch (field) {
    case 'fullName':
      return candidate.hasName ? candidate.name : null
    case 'phone':
      return phoneOf(row)
    case 'position':
      return destination?.position.name ?? null
    case 'clientCompany':
      return destination ? cell.trim() || null : null
    case 'status':
      return destination?.status.name ?? null
    case 'source':
      return said.source
    case 'owner':
      return said.ownerId === null ? null : cell.trim()
    case 'appliedAt':
      return row.appliedAt
    case 'statusAt':
    case 'hiredAt':
    case 'closedAt':
      return row.history.taken[field] ?? null
    case 'notes':
      return row.notes === null ? null : cell.trim()
    case 'tags':
      return cell.trim() === '' ? null : row.tags.join(', ')
    case 'doNotCall':
      return candidate.doNotCall === null ? null : String(candidate.doNotCall)
    case 'applicationId':
      return row.known?.application?.id ?? null
    case 'candidateId':
      return row.known?.key === 'candidateId' ? row.known.candidateId : null
    case 'middleName':
    case 'secondLastName':
    case 'nameSuffix':
      return partOf(cell, 'name')
    case 'country':
      return partOf(cell, 'country')
    case 'street':
    case 'city':
    case 'region':
    case 'postalCode':
      return partOf(cell, 'other')
    default:
      return candidate[field]
  }
}

/** The text of a custom field's value as it would be stored. */
function storedCustom(order: ImportOrder, { row, lost }: PlannedRow, target: ImportTarget): string | null {
  const said = row.custom.find((one) => one.target === target)
  if (!said || lost.some(({ index }) => index === said.index)) return null
  return describeValue(order, target, said.value)
}

export function previewRow(order: ImportOrder, outcome: PlannedRow): PreviewedRow {
  const { columns } = order
  const { row, result, matchedBy, problems, cases, lost, leftEmpty } = outcome
  const byHeader = new Map(columns.map((column) => [column.header, column]))
  const byField = new Map(columns.map((column) => [column.field, column]))
  const { name, email, phone } = row.candidate
  return {
    row: row.number,
    result,
    name: name || null,
    email,
    phone,
    position: row.positionName,
    matchedBy: matchedBy === null ? null : translate(importFields[matchedBy]),
    problems: problems.map((problem) => {
      const named = problem.column === null ? byField.get(fieldOf(problem)!) : byHeader.get(problem.column)
      const { code, message, severity } = problem
      const column = named?.header ?? problem.column
      return { column, code, message, severity, cell: keyOfCase[code] ? null : (named?.index ?? null) }
    }),
    cases,
    lost: lost.map(({ kept: _, ...cell }) => cell),
    leftEmpty,
    cells: row.cells,
    stored: Object.fromEntries(
      columns.map(({ index, field }) => [
        index,
        isCustomTarget(field)
          ? storedCustom(order, outcome, field)
          : storedAs(row, field, row.cells[index] ?? ''),
      ]),
    ),
    corrected: Object.fromEntries(row.corrected ?? []),
  }
}
