import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

export interface StaleCard {
  applicationId: string
  by: { id: string; name: string } | null
  status: { id: string; name: string }
}

interface Locked {
  id: string
  status_id: string
  closed_at: string | null
}

async function lastMovers(tx: Database, actor: Actor, ids: readonly string[]) {
  const { rows } = await sql<StaleCard & { candidate: string }>`
    select a.id as "applicationId", a.candidate_name as candidate,
      json_build_object('id', s.id, 'name', s.name) as status,
      case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as by
    from applications a
    join statuses s on s.workspace_id = a.workspace_id and s.id = a.status_id
    left join lateral (
      select l.user_id from activity_logs l
      where l.workspace_id = a.workspace_id and l.application_id = a.id and l.to_status_id = a.status_id
      order by l.at desc, l.id desc limit 1
    ) as moved on true
    left join users u on u.workspace_id = a.workspace_id and u.id = moved.user_id
    where a.workspace_id = ${actor.workspaceId} and a.id = any(${ids}::uuid[])
    order by a.id
  `.execute(tx)
  return rows
}

/**
 * Returns the locked applications that a colleague moved after the caller had loaded the board. Those already in a
 * target status do not count.
 * @throws CONFLICT when one of them was closed: moving it would undo the colleague's decision
 */
export async function findStaleCards(
  tx: Database,
  actor: Actor,
  locked: readonly Locked[],
  seen: ReadonlyMap<string, string>,
  targets: ReadonlySet<string>,
): Promise<StaleCard[]> {
  const moved = locked.filter(
    ({ id, status_id: now }) => seen.has(id) && seen.get(id) !== now && !targets.has(now),
  )
  if (moved.length === 0) return []
  const movers = await lastMovers(
    tx,
    actor,
    moved.map((row) => row.id),
  )
  const byOthers = movers.filter((row) => row.by?.id !== actor.userId)
  const closed = byOthers.find((row) =>
    moved.some((each) => each.id === row.applicationId && each.closed_at !== null),
  )
  if (closed)
    throw conflict(
      closed.by
        ? t`${closed.by.name} has already closed ${closed.candidate}`
        : t`Someone has already closed ${closed.candidate}`,
      { applicationId: closed.applicationId },
    )
  return byOthers.map(({ applicationId, by, status }) => ({ applicationId, by, status }))
}
