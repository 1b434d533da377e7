import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import type { getImportStatus, importStates } from '@muster/contract/import-status.ts'
import { undoErasedAfterDays } from '@muster/contract/import-undo.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'
import { recordsOf } from './create/created-records.ts'
import type { ImportSettings } from './import-settings.ts'

type ImportStatus = ResponseOf<typeof getImportStatus>

/** The imports of the workspace with who started them. */
export function selectImports(db: Database, actor: Actor) {
  return db
    .selectFrom('imports')
    .innerJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'imports.workspace_id')
        .onRef('users.id', '=', 'imports.created_by'),
    )
    .leftJoin('users as undoers', (join) =>
      join
        .onRef('undoers.workspace_id', '=', 'imports.workspace_id')
        .onRef('undoers.id', '=', 'imports.undo_by'),
    )
    .where('imports.workspace_id', '=', actor.workspaceId)
    .select(['imports.id', 'imports.file_name', 'imports.state', 'imports.total_rows', 'imports.error'])
    .select(['imports.created_count', 'imports.updated_count', 'imports.skipped_count'])
    .select(['imports.conflict_count', 'imports.invalid_count', 'imports.plan_limit_count'])
    .select([
      'imports.lost_count',
      'imports.lost_fields',
      'imports.left_empty_fields',
      'imports.left_out_count',
      'imports.settings',
    ])
    .select(['imports.ragged_count', 'imports.created'])
    .select((imports) =>
      imports
        .selectFrom('import_corrections')
        .whereRef('import_corrections.workspace_id', '=', 'imports.workspace_id')
        .whereRef('import_corrections.import_id', '=', 'imports.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('corrections'),
    )
    .select(
      sql<number>`(
        select count(distinct n.id)::int
        from jsonb_each_text(coalesce(imports.settings -> 'invitedOwners', '{}')) v
        join invitations n on n.workspace_id = imports.workspace_id and n.id::text = v.value
        where n.accepted_at is null and n.revoked_at is null
      )`.as('awaited_owners'),
    )
    .select(['imports.created_at', 'imports.changed_at', 'imports.started_at', 'imports.finished_at'])
    .select(['imports.created_by', 'users.name as created_by_name'])
    .select('imports.undo_erased_at')
    .select(
      sql<string | null>`case when imports.undo_state = 'completed' and imports.undo_erased_at is null
        then imports.undo_finished_at + make_interval(days => ${undoErasedAfterDays}::integer) end`.as(
        'erases_at',
      ),
    )
    .select(['imports.undo_state', 'imports.undone_count', 'imports.kept_count', 'imports.undo_error'])
    .select([
      'imports.undo_by',
      'undoers.name as undo_by_name',
      'imports.undo_at',
      'imports.undo_finished_at',
    ])
    .select([
      'imports.rows_per_second',
      sql<number>`extract(epoch from now() - imports.progressed_at)::float8`.as('rested'),
    ])
    .select(sql<number>`extract(epoch from now() - imports.undo_started_at)::float8`.as('undo_seconds'))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectImports>['executeTakeFirstOrThrow']>>

/** Nothing for so long: whoever carried it out is gone, and how fast another will be is not known. */
const restsAfterSeconds = 20

function speedOf(rowsPerSecond: number | null, left: number | null) {
  if (!rowsPerSecond || !Number.isFinite(rowsPerSecond)) return { rowsPerSecond: null, secondsLeft: null }
  return { rowsPerSecond, secondsLeft: left === null ? null : Math.max(0, left) / rowsPerSecond }
}

function presentUndo(row: Row): ImportStatus['undo'] {
  if (row.undo_state === null) return null
  const total = row.created_count + row.updated_count
  const processed = row.undone_count + row.kept_count
  return {
    state: row.undo_state as NonNullable<ImportStatus['undo']>['state'],
    total,
    processed,
    undone: row.undone_count,
    kept: row.kept_count,
    ...speedOf(row.undo_state === 'running' ? processed / row.undo_seconds : null, total - processed),
    error: row.undo_error,
    by: { id: row.undo_by!, name: row.undo_by_name! },
    at: row.undo_at!,
    finishedAt: row.undo_finished_at,
    erasesAt: row.erases_at,
    erasedAt: row.undo_erased_at,
    reportUrl: row.kept_count === 0 ? null : `/api/v1/imports/${row.id}/undo/report/`,
  }
}

function presentLosses(fields: unknown): ImportStatus['losses'] {
  return Object.entries(fields as Record<ImportTarget, number>)
    .map(([field, rows]) => ({ field: field as ImportTarget, rows }))
    .sort((one, other) => other.rows - one.rows)
}

export function presentImport(row: Row): ImportStatus {
  const refused = row.conflict_count + row.invalid_count
  const processed = row.created_count + row.updated_count + row.skipped_count + refused
  const settings = row.settings as ImportSettings | null
  // Once an undo is erased, nothing is left of the rows.
  const reportUrl = (rows: number, url: string) => (rows === 0 || row.undo_erased_at ? null : url)
  const isGoingOn = row.state === 'running' && row.rested < restsAfterSeconds
  return {
    id: row.id,
    fileName: row.file_name,
    state: row.state as (typeof importStates)[number],
    total: row.total_rows,
    processed,
    created: row.created_count,
    updated: row.updated_count,
    skipped: row.skipped_count,
    conflicts: row.conflict_count,
    invalid: row.invalid_count,
    beyondPlan: row.plan_limit_count,
    leftOut: row.left_out_count,
    lostRows: row.lost_count,
    losses: presentLosses(row.lost_fields),
    leftEmpty: presentLosses(row.left_empty_fields),
    invitedOwners: row.awaited_owners,
    raggedRows: row.ragged_count,
    ...speedOf(
      isGoingOn ? row.rows_per_second : null,
      row.total_rows === null ? null : row.total_rows - processed,
    ),
    error: row.error,
    createdBy: { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    errorsUrl: reportUrl(refused, `/api/v1/applications/bulk-import/status/${row.id}/errors/`),
    leftOutUrl: reportUrl(row.left_out_count, `/api/v1/imports/${row.id}/left-out/report/`),
    lossesUrl: reportUrl(row.lost_count, `/api/v1/applications/bulk-import/status/${row.id}/losses/`),
    raggedUrl: reportUrl(row.ragged_count, `/api/v1/imports/${row.id}/ragged/report/`),
    policy: settings?.policy ?? null,
    cases: settings?.cases ?? {},
    records: recordsOf(row.created),
    corrections: row.corrections ?? 0,
    undo: presentUndo(row),
  }
}

/** @throws NOT_FOUND also for another workspace's import */
export async function loadImport(db: Database, actor: Actor, id: string): Promise<ImportStatus> {
  const row = await selectImports(db, actor).where('imports.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Import`)
  return presentImport(row)
}

/**
 * An import whose state the transaction depends on.
 * @throws NOT_FOUND also for another workspace's import
 */
export async function lockImport(tx: Database, actor: Actor, id: string) {
  const row = await tx
    .selectFrom('imports')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound(t`Import`)
  return row
}
