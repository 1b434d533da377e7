import type { ImportTarget } from '@muster/contract/import-fields.ts'
import { t } from '#texts'
import { cleanCell, isNoValue, readFormulaCell } from '../../contact-formats/no-value.ts'
import { type ProblemCode, quote, type Reading } from '../../contact-formats/reading.ts'
import type { MappedColumn } from './normalise-candidate.ts'

/** A filled cell of a mapped column whose value is not stored, or not all of it. */
export interface LostCell {
  index: number
  /** The header of its column. */
  column: string
  field: ImportTarget
  code: string
  message: string
}

/** What is stored for a cell with such a problem is a part of its value. */
const isPartOfValue: ReadonlySet<ProblemCode> = new Set(['several_values', 'too_long'])

export function lostCell(
  { index, header, field }: MappedColumn,
  { code, message }: Pick<LostCell, 'code' | 'message'>,
): LostCell {
  return { index, column: header, field, code, message }
}

/** What a cell loses by how it was read; null when all of it counts, or when it says that there is no value. */
export function lossOf<Value>(
  column: MappedColumn,
  cell: string,
  { value, problem }: Reading<Value>,
): LostCell | null {
  if (value !== null) return problem && isPartOfValue.has(problem.code) ? lostCell(column, problem) : null
  if (!holdsValue(cell)) return null
  return lostCell(column, problem ?? { code: 'not_read', message: t`${quote(cell)} could not be read` })
}

/** Whether a cell holds something: not blank, and no word or sign for "none". A damaged cell held something. */
export function holdsValue(cell: string): boolean {
  const text = cleanCell(cell).normalize('NFKC')
  if (text === '') return false
  return isDamaged(text) || readFormulaCell(text) !== null || !isNoValue(text)
}

/** "###" and "#REF!" stand where the spreadsheet program had a value; "#N/A" says that there is none. */
function isDamaged(text: string): boolean {
  return /^#{3,}$/.test(text) || (/^#[^\s#]{2,}[!?]?$/.test(text) && !/^#(?:N\/A|NV|N\/D|Н\/Д)/iu.test(text))
}
