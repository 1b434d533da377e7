import type { CountryCode } from 'libphonenumber-js'
import type { Database } from '../database/connect.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { type Analysis, indexOfField, mappedColumns } from './analysis.ts'
import { correctTable, loadCorrections } from './corrections.ts'
import { openTable } from './files/open-table.ts'
import type { Table } from './files/table.ts'
import { createValueChoices, type ImportSettings } from './import-settings.ts'
import type { ImportDecisions, MappedColumn } from './meaning/normalise-candidate.ts'
import type { TableSource } from './thread/table-messages.ts'
import { withTableThread } from './thread/with-table-thread.ts'
import { createZonedTime } from './zoned-time.ts'

/** An import ready to be carried out or tried: the file, how it is to be read, and on whose behalf. */
export interface ImportOrder {
  id: string
  workspaceId: string
  userId: string
  settings: ImportSettings
  choice: ReturnType<typeof createValueChoices>
  table: Table
  columns: MappedColumn[]
  decisions: ImportDecisions
  /** A date of the file as an instant. */
  toInstant: (text: string) => string
  /** An instant on the workspace's clocks. */
  toClock: (instant: string) => string
}

interface ImportRow {
  id: string
  workspace_id: string
  created_by: string
  file_id: string
  analysis: unknown
}

/** The order of the dates and the digits of postal codes, anew where other columns are mapped than were analysed. */
async function settle(
  source: Omit<TableSource, 'language'>,
  table: Table,
  columns: MappedColumn[],
  analysis: Analysis,
  settings: ImportSettings,
) {
  const { settled } = analysis
  const asAnalysed = (['appliedAt', 'postalCode'] as const).every((field) => {
    const index = indexOfField(columns, field)
    return index === null || index === settled[field]
  })
  const found = asAnalysed
    ? { dateOrder: analysis.dateOrder, postalCodeDigits: settled.postalCodeDigits }
    : await withTableThread(source, ({ survey }) =>
        survey(columns.filter(({ field }) => field === 'appliedAt' || field === 'postalCode')),
      )
  return {
    dateOrder: settings.dateOrder ?? found.dateOrder,
    postalCodeDigits: found.postalCodeDigits,
    columnCount: table.columns.length,
    isExport: analysis.isExport === true,
  }
}

/** Where the file of an import is stored, how it was analyzed, and what was corrected since. */
export async function findImportSource(
  { db, files }: { db: Database; files: FileStorage },
  row: ImportRow,
): Promise<Omit<TableSource, 'language'>> {
  const file = await db
    .selectFrom('files')
    .where('workspace_id', '=', row.workspace_id)
    .where('id', '=', row.file_id)
    .select('storage_key')
    .executeTakeFirstOrThrow()
  const { sheet, encoding, delimiter, givenHeaderRow = null } = row.analysis as Analysis
  const options = {
    ...(sheet === null ? {} : { sheet }),
    ...(encoding === null ? {} : { encoding }),
    ...(delimiter === null ? {} : { delimiter }),
    ...(givenHeaderRow === null ? {} : { headerRow: givenHeaderRow }),
  }
  const path = await files.localPath(file.storage_key)
  return { path, options, corrections: await loadCorrections(db, row.workspace_id, row.id) }
}

/**
 * Opens the file of an import as it was analysed and settles how its cells are to be read.
 * @throws ImportFileError when the file cannot be read any more
 */
export async function openImport(
  services: { db: Database; files: FileStorage },
  row: ImportRow,
  settings: ImportSettings,
): Promise<ImportOrder> {
  const { workspace_id: workspaceId } = row
  const workspace = await services.db
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .select(['timezone', 'default_country'])
    .executeTakeFirstOrThrow()
  const analysis = row.analysis as Analysis
  const source = await findImportSource(services, row)
  const table = correctTable(await openTable(source.path, source.options), source.corrections)
  const columns = mappedColumns(table.columns, settings.mapping)
  const decisions = await settle(source, table, columns, analysis, settings)
  return {
    id: row.id,
    workspaceId,
    userId: row.created_by,
    settings,
    choice: createValueChoices(settings),
    table,
    columns,
    decisions: { ...decisions, defaultCountry: workspace.default_country as CountryCode },
    ...createZonedTime(workspace.timezone),
  }
}
