import type { FieldValue } from '@muster/contract/field-values.ts'
import { type ImportTarget, isCustomTarget } from '@muster/contract/import-fields.ts'
import { t } from '#texts'
import { quote } from '../../contact-formats/reading.ts'
import { isSameValue } from '../../custom-fields/read-values.ts'
import { isOfApplication } from '../custom/custom-targets.ts'
import { holdsValue, type LostCell, lostCell } from '../meaning/lost-cell.ts'
import type { ImportOrder } from '../open-import.ts'
import type { Outcome } from './apply-decision.ts'
import { noteKeptStatus } from './decide-row.ts'
import { isSameMinute } from './find-changes.ts'
import { matchKeys, type PersonApplication } from './person.ts'
import { choiceOf } from './recognise-person.ts'
import type { ResolvedRow } from './resolved-row.ts'
import { type StoredField, storedField } from './stored-field.ts'

/** A lost cell as it is kept with its row. */
export interface StoredLoss extends LostCell {
  /** What is stored in the field instead: a corrected file may replace just that. */
  kept: unknown
}

/** Whether what the row says was to be stored: one that is skipped as chosen loses nothing. */
function isImported({ result, reason }: Outcome, { settings }: ImportOrder): boolean {
  if (result === 'create' || result === 'update') return true
  if (result !== 'skip') return false
  if (reason?.code === 'nothing_new') return true
  const isFilled = settings.policy === 'fill_blanks' || settings.policy === 'overwrite'
  return isFilled && reason?.code === 'duplicate_in_file' && choiceOf(settings, reason.code) !== 'leave_out'
}

/** Contact data that stays with somebody else. */
function setAsideCells(
  { columns }: ImportOrder,
  row: ResolvedRow,
  { row: taken, problems }: Outcome,
): LostCell[] {
  return matchKeys.flatMap((key) => {
    const column = columns.find(({ field }) => field === key)
    if (!column || row.candidate[key] === null || taken.candidate[key] !== null) return []
    const value = row.candidate[key]
    const reason = problems.find(({ message }) => message.includes(value)) ?? problems.at(-1)!
    return [lostCell(column, reason)]
  })
}

/** They say how an application begins: those of one that exists are not looked at. */
const ofBeginning: ReadonlySet<ImportTarget> = new Set(['status', 'statusAt', 'hiredAt', 'closedAt'])

/** Dates of a new application that are refused beside its other dates, or say nothing about it. */
function historyCells({ columns }: ImportOrder, { history }: ResolvedRow): LostCell[] {
  return history.problems.flatMap((problem) => {
    const column = columns.find(({ header }) => header === problem.column)
    return column && problem.severity === 'error' ? [lostCell(column, problem)] : []
  })
}

/** What a corrected row says about how its application begins: too late, since an import moves nobody. */
function correctedBeginning(
  { columns }: ImportOrder,
  row: ResolvedRow,
  application: PersonApplication | null,
): LostCell[] {
  if (!application) return []
  const [keptStatus] = noteKeptStatus(row, application)
  return columns.flatMap((column) => {
    if (!ofBeginning.has(column.field) || !row.corrects?.fields.has(column.field)) return []
    if (!holdsValue(row.cells[column.index] ?? '')) return []
    if (column.field === 'status') return keptStatus ? [lostCell(column, keptStatus)] : []
    const message = t`An import does not change the history of an existing application`
    return [lostCell(column, { code: 'history_kept', message })]
  })
}

/** Remarks for which the notes had no room. */
function remarkCells({ columns, settings }: ImportOrder, row: ResolvedRow, outcome: Outcome): LostCell[] {
  const { person, personIsNew } = outcome
  const isFilled = settings.policy === 'fill_blanks' || settings.policy === 'overwrite'
  if (!person || (!personIsNew && !isFilled && !row.corrects)) return []
  return row.remarks.flatMap(({ index, field, text }) => {
    const column = columns.find((one) => one.index === index)
    if (!column || person.fields.notes?.includes(text)) return []
    if (row.corrects && !row.corrects.fields.has(field)) return []
    const message = t`The notes have no room for the extra text in ${quote(row.cells[index] ?? '')}`
    return [lostCell(column, { code: 'too_long', message })]
  })
}

/** Retired options and former users, which are stored only where they were chosen before. */
function unchoosableCells({ columns }: ImportOrder, row: ResolvedRow, outcome: Outcome): LostCell[] {
  return row.custom.flatMap(({ target, index, value, isChoosable }) => {
    if (isChoosable || (isOfApplication(target) && row.isAlone)) return []
    const kept = keptIn(outcome, target) as FieldValue | null
    const column = columns.find((one) => one.index === index)
    if (!column || isSameValue(kept, value)) return []
    const message = t`${quote(row.cells[index] ?? '')} cannot be chosen any more`
    return [lostCell(column, { code: 'unfit_value', message })]
  })
}

/** What a row says about a field. Names that agree are no loss, and what is kept of wishes and consent is a problem of its own. */
function saidIn({ row }: Outcome, field: StoredField): unknown {
  const { candidate, said, notes, tags, appliedAt, custom } = row
  if (field === 'name' || field === 'doNotCall' || field === 'consent') return null
  if (field === 'notes') return notes
  if (field === 'tags') return tags.length > 0 ? tags : null
  if (field === 'appliedAt') return appliedAt
  if (field === 'ownerId' || field === 'source') return said[field]
  if (isCustomTarget(field))
    return custom.find(({ target, isChoosable }) => target === field && isChoosable)?.value ?? null
  return candidate[field]
}

function isOfApplicationField(field: ImportTarget): boolean {
  return isCustomTarget(field)
    ? isOfApplication(field)
    : ['source', 'owner', 'appliedAt', 'tags'].includes(field)
}

function isKept(field: StoredField, said: unknown, kept: unknown): boolean {
  if (field === 'notes') return String(kept ?? '').includes(String(said))
  if (field === 'appliedAt') return isSameMinute(String(said), String(kept))
  return isSameValue(kept as FieldValue | null, said as FieldValue)
}

/** What a row says otherwise than an earlier row of the same person in the file, whose values stay. */
function cellsOfEarlierRow({ columns }: ImportOrder, outcome: Outcome): LostCell[] {
  const { row, person, personIsNew, application, applicationIsNew } = outcome
  if (row.corrects) return []
  return columns.flatMap((column) => {
    const field = storedField(column.field)
    if (field === null || !holdsValue(row.cells[column.index] ?? '')) return []
    const earlier = isOfApplicationField(column.field)
      ? application && !applicationIsNew && application.row
      : person && !personIsNew && person.row
    const said = saidIn(outcome, field)
    if (!earlier || said === null || isKept(field, said, keptIn(outcome, column.field))) return []
    const message = t`Row ${earlier} of the same person says something else, which stays`
    return [lostCell(column, { code: 'earlier_row', message })]
  })
}

function keptIn({ person, application }: Outcome, field: ImportTarget): unknown {
  const stored = storedField(field)
  if (stored === null) return null
  const fields: Partial<Record<StoredField, unknown>> = { ...person?.fields, ...application?.fields }
  return fields[stored] ?? null
}

/**
 * The cells of a row that is imported whose values are not stored, or only in part. `row` is as it was before contact
 * data of others was set aside. Asked right after the row is carried out, before later rows change its person.
 */
export function lostCells(order: ImportOrder, row: ResolvedRow, outcome: Outcome): StoredLoss[] {
  if (!isImported(outcome, order)) return []
  const read = outcome.applicationIsNew
    ? [...row.lost, ...historyCells(order, row)]
    : [
        ...row.lost.filter(({ field }) => !ofBeginning.has(field) || row.isAlone),
        ...correctedBeginning(order, row, outcome.application),
      ]
  const lost = [
    ...read,
    ...setAsideCells(order, row, outcome),
    ...remarkCells(order, row, outcome),
    ...unchoosableCells(order, row, outcome),
  ]
  const listed = new Set(lost.map(({ index }) => index))
  lost.push(...cellsOfEarlierRow(order, outcome).filter(({ index }) => !listed.has(index)))
  lost.sort((one, other) => one.index - other.index)
  return lost.map((cell) => ({ ...cell, kept: keptIn(outcome, cell.field) }))
}
