import { type ImportTarget, importValueFields, isCustomTarget } from '@muster/contract/import-fields.ts'
import { importTarget } from '@muster/contract/import-settings.ts'
import { sql } from 'kysely'
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import type { Database } from '../database/connect.ts'
import type { Mapping } from './analysis.ts'
import type { CustomTargets } from './custom/custom-targets.ts'
import type { Column } from './files/table.ts'
import type { ImportSettings } from './import-settings.ts'
import { headerKey } from './meaning/header-key.ts'
import { normaliseHeader } from './meaning/normalise-header.ts'
import { countReportColumns } from './report-columns.ts'

/** More values than this are not remembered with their meaning: they would not be looked through either. */
const mostValues = 2000

const remembered = z.object({
  /** Header, with its place among equal ones → field. */
  fields: z.record(z.string(), importTarget),
  values: z.partialRecord(z.enum(importValueFields), z.record(z.string(), z.string().nullable())),
  phoneCountry: z.string().optional(),
})

type Remembered = z.infer<typeof remembered>

/** Stands for files of any headers: what was chosen for values, whatever file they came in. */
const anyHeaders = 'any'

/** The columns of the file itself, each by a name that does not depend on its place. */
function nameColumns(columns: readonly Column[]): [name: string, index: number][] {
  const own = columns.slice(0, columns.length - countReportColumns(columns.map(({ original }) => original)))
  const times = new Map<string, number>()
  return own.map(({ original, index }) => {
    const header = normaliseHeader(original)
    const time = (times.get(header) ?? 0) + 1
    times.set(header, time)
    return [`${header} ${time}`, index]
  })
}

/** Identifies the headers of a file; those that a report of ours adds do not make it another file. */
export function keyOfHeaders(columns: readonly Column[]): string {
  return headerKey(nameColumns(columns).map(([name]) => name))
}

async function recall(db: Database, workspaceId: string, key: string) {
  const row = await db
    .selectFrom('import_mappings')
    .where('workspace_id', '=', workspaceId)
    .where('header_key', '=', key)
    .select('mapping')
    .executeTakeFirst()
  const known = remembered.safeParse(row?.mapping)
  return known.success ? known.data : null
}

/** The mapping chosen last for a file with the same headers. */
export async function recallMapping(
  db: Database,
  workspaceId: string,
  columns: readonly Column[],
  targets: CustomTargets,
): Promise<Mapping | null> {
  const known = await recall(db, workspaceId, keyOfHeaders(columns))
  if (!known) return null
  const mapping = nameColumns(columns).flatMap(([name, index]): [string, ImportTarget][] => {
    const field = known.fields[name]
    // A custom field may be retired by now, or not be the caller's to change.
    const isUsable = field && (!isCustomTarget(field) || targets.has(field))
    return isUsable ? [[String(index), field]] : []
  })
  return Object.fromEntries(mapping)
}

/** The country chosen last for numbers without a country code in a file with the same headers. */
export async function recallPhoneCountry(
  db: Database,
  workspaceId: string,
  columns: readonly Column[],
): Promise<CountryCode | null> {
  const country = (await recall(db, workspaceId, keyOfHeaders(columns)))?.phoneCountry
  return country !== undefined && isSupportedCountry(country) ? country : null
}

/** What was chosen last for values: in a file with the same headers, else in any. */
export async function recallValues(
  db: Database,
  workspaceId: string,
  columns: readonly Column[],
): Promise<ImportSettings['values']> {
  const own = await recall(db, workspaceId, keyOfHeaders(columns))
  const any = await recall(db, workspaceId, anyHeaders)
  const fields = importValueFields.map((field) => [field, { ...any?.values[field], ...own?.values[field] }])
  return Object.fromEntries(fields)
}

/** Remembers what the columns and values of files with these headers mean, and the values wherever they come again. */
export async function rememberMapping(
  tx: Database,
  workspaceId: string,
  columns: readonly Column[],
  settings: ImportSettings,
): Promise<void> {
  const fields = nameColumns(columns).flatMap(([name, index]) => {
    const field = settings.mapping[index]
    return field ? [[name, field]] : []
  })
  const any = await recall(tx, workspaceId, anyHeaders)
  const merged = importValueFields.map((field) => {
    // "Leave empty" was said of one file; in another the value may well mean something.
    const chosen = Object.entries(settings.values[field] ?? {}).filter(([, choice]) => choice !== null)
    return [field, { ...Object.fromEntries(chosen), ...any?.values[field], ...Object.fromEntries(chosen) }]
  })
  await remember(tx, workspaceId, anyHeaders, { fields: {}, values: Object.fromEntries(merged) })
  const key = keyOfHeaders(columns)
  // Left out, it was suggested: the numbers of the next file decide then, unless somebody chose before.
  const phoneCountry = settings.phoneCountry ?? (await recall(tx, workspaceId, key))?.phoneCountry
  await remember(tx, workspaceId, key, {
    fields: Object.fromEntries(fields),
    values: settings.values,
    ...(phoneCountry ? { phoneCountry } : {}),
  })
}

async function remember(
  tx: Database,
  workspaceId: string,
  key: string,
  { fields, values, phoneCountry }: Remembered,
): Promise<void> {
  const kept = Object.entries(values).map(([field, choices]) => [
    field,
    Object.fromEntries(Object.entries(choices).slice(0, mostValues)),
  ])
  const mapping = JSON.stringify({ fields, values: Object.fromEntries(kept), phoneCountry })
  await tx
    .insertInto('import_mappings')
    .values({ workspace_id: workspaceId, header_key: key, mapping })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'header_key']).doUpdateSet({ mapping, updated_at: sql`now()` }),
    )
    .execute()
}
