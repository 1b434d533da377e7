import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

interface Colliding {
  id: string
  statusId: string
  status: { name: string; type: StatusType; color: string }
  createdAt: string
  calls: number
  comments: number
}

export interface Collision {
  position: { id: string; name: string }
  survivor: Colliding
  merged: Colliding
  /** The application that stays open unless the other is chosen: the further one, else the survivor's. */
  suggestedId: string
}

interface Row extends Colliding {
  positionId: string
  positionName: string
  reached: number
  ofSurvivor: boolean
}

/** Returns the positions on which both candidates have an open application. */
export async function findCollisions(
  db: Database,
  workspaceId: string,
  survivorId: string,
  mergedId: string,
): Promise<Collision[]> {
  const { rows } = await sql<Row>`
    select a.id, a.status_id as "statusId", a.position_id as "positionId", p.name as "positionName", a.reached,
      a.created_at as "createdAt", a.candidate_id = ${survivorId} as "ofSurvivor",
      json_build_object('name', s.name, 'type', s.type, 'color', s.color) as status,
      (select count(*)::int from calls c where c.workspace_id = a.workspace_id and c.application_id = a.id) as calls,
      (
        select count(*)::int from activity_logs l
        where l.workspace_id = a.workspace_id and l.application_id = a.id and l.kind = 'comment' and l.deleted_at is null
      ) as comments
    from applications a
    join positions p on p.workspace_id = a.workspace_id and p.id = a.position_id
    join statuses s on s.workspace_id = a.workspace_id and s.id = a.status_id
    where a.workspace_id = ${workspaceId} and a.candidate_id in (${survivorId}, ${mergedId})
      and a.closed_at is null and a.deleted_at is null
    order by p.name, a.position_id, a.id
  `.execute(db)
  const onPosition = Map.groupBy(rows, (row) => row.positionId)
  return [...onPosition.values()].flatMap((both) => {
    const survivor = both.find(({ ofSurvivor }) => ofSurvivor)
    const merged = both.find(({ ofSurvivor }) => !ofSurvivor)
    if (!survivor || !merged) return []
    const further = merged.reached > survivor.reached ? merged : survivor
    const show = ({ id, statusId, status, createdAt, calls, comments }: Row) => ({
      id,
      statusId,
      status,
      createdAt,
      calls,
      comments,
    })
    return [
      {
        position: { id: survivor.positionId, name: survivor.positionName },
        survivor: show(survivor),
        merged: show(merged),
        suggestedId: further.id,
      },
    ]
  })
}
