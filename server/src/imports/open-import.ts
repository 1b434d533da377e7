import { type ImportTarget, importDateFields, isCustomTarget } from '@muster/contract/import-fields.ts'
import { effectivePermissions, type Role } from '@muster/contract/permissions.ts'
import type { CountryCode } from 'libphonenumber-js'
import type { Database } from '../database/connect.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { maySeeField } from '../policies/field-policy.ts'
import { type Analysis, indexOfField, mappedColumns } from './analysis.ts'
import { correctTable, loadCorrections } from './corrections.ts'
import { withCreated } from './create/created-records.ts'
import type { PlannedRecords } from './create/plan-records.ts'
import { type CustomTargets, loadCustomTargets } from './custom/custom-targets.ts'
import { loadUsers, nameUsers } from './custom/name-users.ts'
import { openTable } from './files/open-table.ts'
import type { Table } from './files/table.ts'
import { createValueChoices, type ImportSettings } from './import-settings.ts'
import { takeInRows } from './included-rows.ts'
import type { ImportDecisions, MappedColumn } from './meaning/normalise-candidate.ts'
import type { DateOrder } from './meaning/read-date.ts'
import type { CountryHints } from './meaning/suggest-phone-country.ts'
import { loadCountryHints } from './phone-country.ts'
import type { TableFile } from './reading/table-messages.ts'
import { withTableProcess } from './reading/with-table-process.ts'
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
  customFields: CustomTargets
  /** Those of them that whoever imports the file may see: no warning names another. */
  namedFields: CustomTargets
  /** Of the values of custom fields, by ID; empty if no column has users. */
  userNames: ReadonlyMap<string, string>
  /** Records that a preview takes for created. */
  planned?: Pick<PlannedRecords, 'positions' | 'extended'>
  /** A date of the file as an instant. */
  toInstant: (text: string) => string
  /** An instant on the workspace's clocks. */
  toClock: (instant: string) => string
}

type DateOrders = Partial<Record<ImportTarget, DateOrder>>

interface ImportRow {
  id: string
  workspace_id: string
  created_by: string
  file_id: string
  analysis: unknown
  created?: unknown
}

/** What whole columns tell, surveyed anew where other columns are mapped than were analysed. */
async function settle(
  source: TableFile,
  hints: CountryHints,
  table: Table,
  columns: MappedColumn[],
  analysis: Analysis,
  settings: ImportSettings,
) {
  const { settled } = analysis
  const customDates = columns.filter(({ isCustomDate }) => isCustomDate).map(({ field }) => field)
  const read: ImportTarget[] = ['postalCode', 'phone', 'country', ...importDateFields, ...customDates]
  // An import that was analysed before its numbers were surveyed reads them with the workspace's country.
  const hasSurveyedPhones = 'phone' in settled
  const isAsAnalysed = (field: ImportTarget) => {
    const index = indexOfField(columns, field)
    if (index === null) return true
    if (field === 'phone' || field === 'country') return !hasSurveyedPhones || index === settled[field]
    return index === (field === 'postalCode' ? settled.postalCode : settled.dates?.[field]?.index)
  }
  const orders = Object.entries(settled.dates ?? {}).map(([field, settledDate]) => [
    field,
    settledDate?.order,
  ])
  const found = read.every(isAsAnalysed)
    ? {
        dateOrder: analysis.dateOrder,
        dateOrders: Object.fromEntries(orders) as DateOrders,
        postalCodeDigits: settled.postalCodeDigits,
        phones: analysis.phones,
      }
    : await withTableProcess(source, ({ survey }) =>
        survey(
          columns.filter(({ field }) => read.includes(field)),
          hints,
        ),
      )
  const suggested = hasSurveyedPhones ? found.phones?.country : undefined
  // What a person said of the dates holds for every column that does not prove another order.
  const proven = Object.entries(found.dateOrders).filter(
    ([field, order]) => field !== 'appliedAt' && (order === 'dmy' || order === 'mdy'),
  )
  return {
    defaultCountry: (settings.phoneCountry ?? suggested ?? hints.workspace) as CountryCode,
    dateOrder: settings.dateOrder ?? found.dateOrder,
    dateOrders: Object.fromEntries(proven) as DateOrders,
    postalCodeDigits: found.postalCodeDigits,
    columnCount: table.columns.length,
    isExport: analysis.isExport === true,
  }
}

/** Where the file of an import is stored, how it was analyzed, and what was corrected since. */
export async function findImportSource(
  { db, files }: { db: Database; files: FileStorage },
  row: ImportRow,
): Promise<TableFile> {
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

/** Returns the custom fields that whoever imports the file may see. */
async function visibleTargets(
  db: Database,
  { workspace_id: workspaceId, created_by: userId }: ImportRow,
  targets: CustomTargets,
): Promise<CustomTargets> {
  if (targets.size === 0) return targets
  const { role, granted_permissions, revoked_permissions } = await db
    .selectFrom('users')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .select(['role', 'granted_permissions', 'revoked_permissions'])
    .executeTakeFirstOrThrow()
  const permissions = new Set(effectivePermissions(role as Role, granted_permissions, revoked_permissions))
  return new Map([...targets].filter(([, field]) => maySeeField({ role: role as Role, permissions }, field)))
}

/**
 * Opens the file of an import as it was analysed and settles how its cells are to be read.
 * @throws ImportFileError when the file cannot be read any more
 */
export async function openImport(
  services: { db: Database; files: FileStorage },
  row: ImportRow,
  given: ImportSettings,
): Promise<ImportOrder> {
  const settings = withCreated(given, row.created)
  const { workspace_id: workspaceId } = row
  const workspace = await services.db
    .selectFrom('workspaces')
    .where('id', '=', workspaceId)
    .select('timezone')
    .executeTakeFirstOrThrow()
  const analysis = row.analysis as Analysis
  const source = await findImportSource(services, row)
  const table = correctTable(
    takeInRows(await openTable(source.path, source.options), settings.takeIn),
    source.corrections,
  )
  const targets = await loadCustomTargets(services.db, workspaceId)
  const columns = mappedColumns(table.columns, settings.mapping, targets)
  const hints = await loadCountryHints(services.db, workspaceId, table.columns)
  const clock = createZonedTime(workspace.timezone)
  const mapped = columns.flatMap(({ field }) => (isCustomTarget(field) ? [field] : []))
  const users = mapped.some((target) => targets.get(target)?.type === 'user')
    ? await loadUsers(services.db, workspaceId)
    : []
  const customCells = mapped.length > 0 && {
    fields: targets,
    users: nameUsers(users),
    toInstant: clock.toInstant,
  }
  const decisions = await settle(source, hints, table, columns, analysis, settings)
  return {
    id: row.id,
    workspaceId,
    userId: row.created_by,
    settings,
    choice: createValueChoices(settings),
    table,
    columns,
    decisions: { ...decisions, ...(customCells && { customCells }) },
    customFields: targets,
    namedFields: await visibleTargets(services.db, row, targets),
    userNames: new Map(users.map(({ id, name }) => [id, name])),
    ...clock,
  }
}
