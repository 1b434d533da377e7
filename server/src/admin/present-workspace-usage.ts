import type { administeredWorkspace } from '@muster/contract/admin-workspaces.ts'
import { totalCap } from '@muster/contract/paging.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Quotas } from '../config/read-settings.ts'
import type { Database } from '../database/connect.ts'
import { countOpenAnalyses, storedFiles } from '../quotas/storage-use.ts'

/** Workspaces with more applications than this show the hourly count instead of an exact one. */
const maxCounted = totalCap

const usersOf = sql<number>`(
  select count(*)::int from users u where u.workspace_id = workspaces.id and u.deleted_at is null
)`
const positionsOf = sql<number>`(
  select count(*)::int from (
    select from positions p where p.workspace_id = workspaces.id and p.deleted_at is null limit ${maxCounted}
  ) as capped
)`
const fewApplications = sql<number>`(
  select count(*)::int from (
    select from applications a where a.workspace_id = workspaces.id and a.deleted_at is null limit ${maxCounted + 1}
  ) as capped
)`
const ofWorkspace = sql.ref('workspaces.id')
const lastActivity = sql<string | null>`greatest(
  (select max(u.last_seen_at) from users u where u.workspace_id = workspaces.id),
  (select l.at from live_events l where l.workspace_id = workspaces.id order by l.id desc limit 1)
)`

/** Selects workspaces with their usage. The cost does not grow with what they store. */
export function selectUsage(db: Database) {
  return db
    .selectFrom('workspaces')
    .leftJoin('workspace_usage as hourly', 'hourly.workspace_id', 'workspaces.id')
    .select(['workspaces.id', 'workspaces.name', 'workspaces.created_at', 'workspaces.changed_at'])
    .select(['workspaces.suspended_at', 'workspaces.suspension_reason'])
    .select(['workspaces.timezone', 'workspaces.default_country'])
    .select(['hourly.applications as counted_applications'])
    .select([usersOf.as('users'), positionsOf.as('positions'), lastActivity.as('last_activity_at')])
    .select([fewApplications.as('few_applications'), storedFiles(ofWorkspace).as('stored')])
    .select([countOpenAnalyses(ofWorkspace).as('analyses')])
}

type UsageRow = Awaited<ReturnType<ReturnType<typeof selectUsage>['executeTakeFirstOrThrow']>>

export function presentUsage(row: UsageRow, quotas: Quotas): z.input<typeof administeredWorkspace> {
  const hourly = Number(row.counted_applications ?? 0)
  const manyApplications = row.few_applications > maxCounted
  return {
    id: row.id,
    name: row.name,
    state: row.suspended_at ? 'suspended' : 'active',
    suspendedAt: row.suspended_at,
    suspensionReason: row.suspension_reason,
    users: row.users,
    positions: row.positions,
    applications: manyApplications
      ? { value: Math.max(hourly, maxCounted), atLeast: hourly <= maxCounted }
      : { value: row.few_applications, atLeast: false },
    storageBytes: row.stored.bytes,
    files: row.stored.files,
    analyses: row.analyses,
    quotas: { storageBytes: quotas.bytes, files: quotas.files, analyses: quotas.analyses },
    lastActivityAt: row.last_activity_at,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
  }
}

/** @throws NOT_FOUND */
export async function loadUsage(
  db: Database,
  id: string,
  quotas: Quotas,
): Promise<z.input<typeof administeredWorkspace>> {
  const row = await selectUsage(db).where('workspaces.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Workspace`)
  return presentUsage(row, quotas)
}

/** Counts the usage of workspaces that are too large to count per request. Runs hourly. */
export async function countUsage(db: Database): Promise<void> {
  await sql`
    insert into workspace_usage as kept (workspace_id, applications, files, storage_bytes)
    select w.id, coalesce(a.count, 0), coalesce(f.count, 0), coalesce(f.bytes, 0)
    from workspaces w
    left join (
      select workspace_id, count(*) as count from applications where deleted_at is null group by workspace_id
    ) a on a.workspace_id = w.id
    left join (
      select workspace_id, count(*) as count, sum(size) as bytes from files group by workspace_id
    ) f on f.workspace_id = w.id
    on conflict (workspace_id) do update set
      applications = excluded.applications, files = excluded.files, storage_bytes = excluded.storage_bytes,
      counted_at = now()
  `.execute(db)
}
