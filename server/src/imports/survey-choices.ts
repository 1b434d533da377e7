import { confirmBelow } from '@muster/contract/import-fields.ts'
import type { Database } from '../database/connect.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { type Analysis, indexOfField, type Mapping, mappedColumns } from './analysis.ts'
import type { StatusOfPosition } from './create/plan-records.ts'
import type { ImportSettings, ValueField } from './import-settings.ts'
import type { Survey } from './meaning/survey-rows.ts'
import { findImportSource } from './open-import.ts'
import { loadCountryHints } from './phone-country.ts'
import { withTableProcess } from './reading/with-table-process.ts'
import { readWholeFile } from './whole-file.ts'

export interface Choices {
  values: Survey['values']
  statusesOfPositions: readonly StatusOfPosition[]
}

const decided = ['position', 'clientCompany', 'status', 'owner'] as const satisfies (
  | ValueField
  | 'clientCompany'
)[]

interface ImportRow {
  id: string
  workspace_id: string
  created_by: string
  file_id: string
  analysis: unknown
}

/** The mapping whose values the analysis lists. */
function analyzedMapping({ columns, rememberedMapping }: Analysis): Mapping {
  const suggested = columns.flatMap(({ index, suggestion: { field, confidence } }) =>
    field && confidence >= confirmBelow ? [[String(index), field]] : [],
  )
  return rememberedMapping ?? Object.fromEntries(suggested)
}

/**
 * Lists the values of a file that a user decides about. Reads the file again if its cells were corrected, if other
 * columns are mapped than when it was analyzed, or for statuses to create.
 */
export async function surveyChoices(
  services: { db: Database; files: FileStorage },
  row: ImportRow,
  settings: ImportSettings,
): Promise<Choices> {
  const analysis = row.analysis as Analysis
  const named = analysis.columns.map((column) => ({ ...column, original: column.header }))
  const columns = mappedColumns(named, settings.mapping).filter(({ field }) =>
    (decided as readonly string[]).includes(field),
  )
  if (columns.length === 0) return { values: {}, statusesOfPositions: [] }
  const source = await findImportSource(services, row)
  const before = mappedColumns(named, analyzedMapping(analysis))
  const isAsAnalyzed =
    columns.every(({ field, index }) => indexOfField(before, field) === index) &&
    indexOfField(before, 'clientCompany') === indexOfField(columns, 'clientCompany')
  const createsStatuses = Object.keys(settings.create?.statuses ?? {}).length > 0
  if (isAsAnalyzed && source.corrections.length === 0 && !createsStatuses)
    return { values: analysis.values, statusesOfPositions: [] }
  const hints = await loadCountryHints(services.db, row.workspace_id, named)
  return readWholeFile(row.workspace_id, () =>
    withTableProcess(source, ({ survey }) => survey(columns, hints)),
  )
}
