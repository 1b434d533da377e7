import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import type { analyzeImport } from '@muster/contract/imports.ts'
import { type CustomTargets, isCustomDate } from './custom/custom-targets.ts'
import type { Column } from './files/table.ts'
import type { MappedColumn } from './meaning/normalise-candidate.ts'
import type { DateOrder } from './meaning/read-date.ts'

/** What was found out about a file, as it is kept with its import and answered. */
export interface Analysis extends Omit<ResponseOf<typeof analyzeImport>, 'id' | 'fileName'> {
  /** The file was exported here: its columns are known, and its texts are taken as they stand. */
  isExport?: boolean
  /** The headers as they stand in the file, for the report of rows that were not taken. */
  originalHeaders: string[]
  /** Of as many rows that are left out as can be taken in one by one; absent in older analyses. */
  leftOutNumbers?: number[]
  /** The row a person said the header is; null when it was found. */
  givenHeaderRow: number | null
  /** What whole columns told, and of which columns: mapped otherwise, it has to be found out again. */
  settled: {
    appliedAt: number | null
    dates?: Partial<Record<ImportTarget, { index: number; order: DateOrder }>>
    postalCode: number | null
    postalCodeDigits: number | null
    phone?: number | null
    country?: number | null
  }
}

/** Column index → field. */
export type Mapping = Record<string, ImportTarget>

/** The columns that mean something, in the order of the file. */
export function mappedColumns(columns: Column[], mapping: Mapping, targets?: CustomTargets): MappedColumn[] {
  return columns.flatMap(({ index, header }) => {
    const field = mapping[index]
    if (!field) return []
    return [{ index, header, field, ...(targets && isCustomDate(field, targets) && { isCustomDate: true }) }]
  })
}

export function indexOfField(columns: MappedColumn[], field: ImportTarget): number | null {
  return columns.find((column) => column.field === field)?.index ?? null
}
