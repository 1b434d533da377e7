import { isFieldGrouping, isSummarizedField } from '@muster/contract/measures.ts'
import type { savedReport } from '@muster/contract/saved-reports.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { forbidden, notFound } from '../app-error.ts'
import { findHiddenFields, type NamedField, readFieldName } from '../custom-fields/hidden-names.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { ownerAbilities, sharedRoles, sharingScope } from '../policies/role-sharing-policy.ts'
import type { Actor } from '../session/actor.ts'

type SavedReport = z.input<typeof savedReport>

interface SavedReportRow
  extends Pick<
    Selectable<DB['saved_reports']>,
    'id' | 'user_id' | 'name' | 'folder' | 'version' | 'created_at' | 'updated_at'
  > {
  query: Record<string, string | string[]>
  roles: SavedReport['roles']
  owner_name: string
}

/**
 * Returns the reports the actor may know of, by folder and name. Left out are those of others that show or filter by a
 * custom field that the actor may not see.
 */
export async function findSavedReports(
  db: Database,
  actor: Actor,
  ids?: readonly string[],
): Promise<SavedReport[]> {
  const rows = await db
    .selectFrom('saved_reports')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'saved_reports.workspace_id')
        .onRef('users.id', '=', 'saved_reports.user_id'),
    )
    .where('saved_reports.workspace_id', '=', actor.workspaceId)
    .where('saved_reports.deleted_at', 'is', null)
    .where(sharingScope(actor, 'saved_reports'))
    .$if(ids !== undefined, (reports) => reports.where('saved_reports.id', '=', sql<string>`any(${ids})`))
    .select([
      'saved_reports.id',
      'saved_reports.user_id',
      'saved_reports.name',
      'saved_reports.folder',
      'saved_reports.query',
      'saved_reports.version',
      'saved_reports.created_at',
      'saved_reports.updated_at',
      'users.name as owner_name',
    ])
    .select(sharedRoles('saved_reports').as('roles'))
    .orderBy(sql`lower(saved_reports.folder)`)
    .orderBy(sql`lower(saved_reports.name)`)
    .orderBy('saved_reports.id')
    .$castTo<SavedReportRow>()
    .execute()
  const isHidden = await findHiddenFields(db, actor)
  return rows
    .filter((row) => row.user_id === actor.userId || !isHidden(fieldsOf(row.query)))
    .map((row) => presentSavedReport(row, actor))
}

/** Returns the custom fields that a report summarizes, groups and filters by. */
function fieldsOf(query: SavedReportRow['query']): (NamedField | null)[] {
  const texts = (name: string) => [query[name] ?? []].flat()
  const named = [...texts('of').filter(isSummarizedField), ...texts('by').filter(isFieldGrouping)]
  return [...named, ...texts('field')].map((text) => readFieldName(text, 'application'))
}

function presentSavedReport(row: SavedReportRow, actor: Actor): SavedReport {
  return {
    id: row.id,
    name: row.name,
    folder: row.folder,
    query: row.query,
    roles: row.roles,
    owner: { id: row.user_id, name: row.owner_name },
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    can: ownerAbilities(actor, row),
  }
}

/** @throws NOT_FOUND also for another user's report that is not shared with the actor's role */
export async function loadSavedReport(db: Database, actor: Actor, id: string): Promise<SavedReport> {
  const [report] = await findSavedReports(db, actor, [id])
  if (!report) throw notFound(t`Report`)
  return report
}

/** @throws NOT_FOUND, or FORBIDDEN for another user's shared report */
export async function loadOwnReport(db: Database, actor: Actor, id: string): Promise<SavedReport> {
  const report = await loadSavedReport(db, actor, id)
  if (!report.can.edit) throw forbidden(t`Only ${report.owner.name}, whose report this is, may change it`)
  return report
}
