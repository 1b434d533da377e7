import type { CustomImportField } from '@muster/contract/import-fields.ts'
import type { CountryCode } from 'libphonenumber-js'
import { t } from '#texts'
import { cleanCell, readFormulaCell, readNoValue } from '../../contact-formats/no-value.ts'
import { blank, quote, type Reading, refused, understood } from '../../contact-formats/reading.ts'
import type { Field } from '../../custom-fields/field.ts'
import { type CellReader, freeTextTypes, UnfitValue } from '../../custom-fields/field-types.ts'
import { type CellValue, readCell } from '../../custom-fields/read-cell.ts'
import { unsafeCell } from '../../files/safe-cell.ts'
import { readYesOrNo } from '../meaning/read-answer.ts'
import { type DateOrder, readDate } from '../meaning/read-date.ts'

interface NamedUser {
  id: string
  isActive: boolean
}

/** What the cells of custom fields are read with. */
export interface CustomCells {
  fields: ReadonlyMap<CustomImportField, Field>
  /** By name and by email address, in lower case. */
  users: ReadonlyMap<string, readonly NamedUser[]>
  toInstant: (date: string) => string
}

interface CustomCellReading {
  cells: CustomCells
  country: CountryCode
  dateOrder: DateOrder
  isExport: boolean
}

/** What texts are read with. */
interface CellReading extends Pick<CustomCells, 'users' | 'toInstant'> {
  dateOrder: DateOrder
  isExport: boolean
}

export function createCellReader({ users, toInstant, dateOrder, isExport }: CellReading): CellReader {
  return {
    isExport,
    toInstant,
    date(text) {
      const { value, problem } = readDate(text, dateOrder)
      if (value === null) throw new UnfitValue(problem?.message ?? t`Enter a date, such as 2026-01-31`)
      return value
    },
    answer(text) {
      const answer = readYesOrNo(text)
      if (answer === null) throw new UnfitValue(t`It is neither yes nor no`)
      return answer
    },
    user(text) {
      const named = users.get(text.toLowerCase()) ?? []
      const active = named.filter(({ isActive }) => isActive)
      const [only, another] = active.length > 0 ? active : named
      if (!only) throw new UnfitValue(t`There is no user with this name or email address`)
      if (another) throw new UnfitValue(t`There are several users with this name`)
      return only.id
    },
  }
}

const isFreeText = (field: Field) => freeTextTypes.includes(field.type)

function isActive(value: unknown, users: CustomCells['users']): boolean {
  return [...users.values()].some((named) => named.some(({ id, isActive }) => id === value && isActive))
}

/** Reads the cell of a column that is mapped to a custom field. */
export function readCustomCell(
  cell: string,
  target: CustomImportField,
  reading: CustomCellReading,
): Reading<CellValue> {
  const field = reading.cells.fields.get(target)
  const text = reading.isExport ? unsafeCell(cell).trim() : cleanCell(unsafeCell(cell))
  if (text === '') return blank
  if (!field)
    return refused('unfit_value', t`${quote(text)} is not imported: its field was removed meanwhile`)
  const missing = reading.isExport ? null : (readFormulaCell(text) ?? readNoValue(text))
  if (missing && isFreeText(field)) return missing
  try {
    const value = readCell(text, field, createCellReader({ ...reading.cells, ...reading }), reading.country)
    if (!value) return blank
    const isChoosable =
      value.isChoosable && (field.type !== 'user' || isActive(value.value, reading.cells.users))
    return understood({ ...value, isChoosable })
  } catch (error) {
    if (!(error instanceof UnfitValue)) throw error
    return missing ?? refused('unfit_value', t`${quote(text)} does not fit. ${error.message}`)
  }
}
