import type { QueryOf, ResponseOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/user-activity.ts'
import { sql } from 'kysely'
import { presentActivityLog, selectLogs } from '../activity-logs/present-activity-log.ts'
import { nameSubjects } from '../audit-logs/name-subjects.ts'
import type { Database } from '../database/connect.ts'
import { countRows, fetchMergedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { activityScope } from '../policies/activity-policy.ts'
import { applicationScope, seesAllApplications } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'
import { loadUser } from './present-user.ts'

type Item = ResponseOf<typeof contract.listUserActivity>['items'][number]

/** Excludes logs of deleted applications, of those out of the actor's scope, and of import rows. */
function findLogs(db: Database, actor: Actor, userId: string) {
  return db
    .selectFrom('activity_logs as l')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.workspace_id', '=', 'l.workspace_id')
        .onRef('applications.id', '=', 'l.application_id'),
    )
    .where('l.workspace_id', '=', actor.workspaceId)
    .where('l.user_id', '=', userId)
    .where('l.kind', '<>', 'imported')
    .where('applications.deleted_at', 'is', null)
    .where(applicationScope(actor))
    .where(activityScope(actor))
    .select('l.id')
}

function findEvents(db: Database, actor: Actor, userId: string) {
  return db
    .selectFrom('audit_logs as a')
    .where('a.workspace_id', '=', actor.workspaceId)
    .where('a.user_id', '=', userId)
    .select('a.id')
}

const byTime = (column: string) =>
  ({ expression: sql.ref(column), type: 'timestamptz', descending: true }) as const

async function loadLogs(db: Database, actor: Actor, ids: readonly string[]): Promise<Item[]> {
  const rows = await selectLogs(db, actor.workspaceId)
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.workspace_id', '=', 'l.workspace_id')
        .onRef('applications.id', '=', 'l.application_id'),
    )
    .where(sql<boolean>`l.id = any(${ids}::uuid[])`)
    .select('applications.candidate_name')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at,
    kind: 'application',
    log: {
      ...presentActivityLog(row, actor),
      application: { id: row.application_id, candidateName: row.candidate_name },
    },
    event: null,
  }))
}

/** A user who sees only some applications gets no names from these: they may have left their scope. */
const people = ['candidate', 'application']

async function loadEvents(db: Database, actor: Actor, ids: readonly string[]): Promise<Item[]> {
  const rows = await db
    .selectFrom('audit_logs')
    .where('workspace_id', '=', actor.workspaceId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .selectAll()
    .execute()
  const subjects = rows.flatMap(({ subject_kind: kind, subject_id: id }) =>
    kind && id && (seesAllApplications(actor) || !people.includes(kind)) ? [{ kind, id }] : [],
  )
  const nameOf = await nameSubjects(db, actor.workspaceId, subjects)
  return rows.map(({ subject_kind: kind, subject_id: id, ...row }) => ({
    id: row.id,
    at: row.at,
    kind: 'account',
    log: null,
    event: {
      action: row.action,
      subject: kind && id ? { kind, id, name: nameOf({ kind, id }) } : null,
      ip: row.ip,
      details: row.details as Record<string, unknown>,
    },
  }))
}

async function listActivity(
  db: Database,
  actor: Actor,
  userId: string,
  query: QueryOf<typeof contract.listUserActivity>,
): Promise<ResponseOf<typeof contract.listUserActivity>> {
  const wants = (kind: Item['kind']) => !query.kind?.length || query.kind.includes(kind)
  const [logs, events] = [findLogs(db, actor, userId), findEvents(db, actor, userId)]
  const parts = [
    ...(wants('application') ? [{ rows: logs, idColumn: 'l.id', column: byTime('l.at') }] : []),
    ...(wants('account') ? [{ rows: events, idColumn: 'a.id', column: byTime('a.at') }] : []),
  ]
  const [page, ...counts] = await Promise.all([
    fetchMergedPage(parts, query),
    ...parts.map(({ rows }) => countRows(db, rows)),
  ])
  const ids = page.rows.map(({ id }) => id)
  const shown = [...(await loadLogs(db, actor, ids)), ...(await loadEvents(db, actor, ids))]
  const byId = new Map(shown.map((item) => [item.id, item]))
  return {
    items: ids.flatMap((id) => byId.get(id) ?? []),
    nextCursor: page.nextCursor,
    total: {
      value: counts.reduce((sum, { value }) => sum + value, 0),
      atLeast: counts.some(({ atLeast }) => atLeast),
    },
  }
}

export const listUserActivity = handler(contract.listUserActivity, async ({ tx, actor, params, query }) => {
  await loadUser(tx, actor, params.id)
  return listActivity(tx, actor, params.id, query)
})

export const listOwnActivity = handler(contract.listOwnActivity, ({ tx, actor, query }) =>
  listActivity(tx, actor, actor.userId, query),
)
