import { type StatusType, statusTypes } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t, translate } from '#texts'
import { AppError } from '../app-error.ts'
import type { Placement } from '../board/place-applications.ts'
import type { Database } from '../database/connect.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'

/** Called for each application that cannot be changed, with the reason. */
export type Refuse = (applicationId: string, error: AppError) => void

/** For calls about a single application: its refusal is the response. */
export const throwRefusal: Refuse = (_applicationId, error) => {
  throw error
}

/**
 * Finds, for each application, the first status of a type in its own position. Applications without one are refused.
 */
export async function targetsOfType(
  tx: Database,
  actor: Actor,
  ids: readonly string[],
  type: StatusType,
  refuse: Refuse,
): Promise<Placement[]> {
  const rows = await selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${ids}::uuid[])`)
    .where('applications.deleted_at', 'is', null)
    .select('applications.id')
    .select(
      sql<string | null>`(
        select s.id from statuses s
        where s.workspace_id = applications.workspace_id and s.position_id = applications.position_id
          and s.type = ${type} and s.deleted_at is null
        order by s.id = applications.status_id desc, s.ordinal limit 1
      )`.as('status_id'),
    )
    .execute()
  const found = new Map(rows.map((row) => [row.id, row.status_id]))
  const placements = new Map<string, string[]>()
  for (const id of ids) {
    const statusId = found.get(id)
    if (statusId === undefined) refuse(id, new AppError('NOT_FOUND', t`Application not found`))
    else if (statusId === null)
      refuse(
        id,
        new AppError('CONFLICT', t`The position has no status of type ${translate(statusTypes[type].label)}`),
      )
    else placements.set(statusId, [...(placements.get(statusId) ?? []), id])
  }
  return [...placements].map(([statusId, applicationIds]) => ({ statusId, applicationIds }))
}

/** Finds, for each closed application, the status it was in when closed, or its position's first status. */
export async function targetsBeforeClosing(
  tx: Database,
  actor: Actor,
  ids: readonly string[],
  refuse: Refuse,
): Promise<Placement[]> {
  const rows = await selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${ids}::uuid[])`)
    .where('applications.deleted_at', 'is', null)
    .select(['applications.id', 'applications.closed_at'])
    .select(
      sql<string>`(
        select s.id from statuses s
        where s.workspace_id = applications.workspace_id and s.position_id = applications.position_id
          and s.type not in ('hired', 'closed') and s.deleted_at is null
        order by s.id = (
          select d.status_id from dispositions d
          where d.workspace_id = applications.workspace_id and d.application_id = applications.id
        ) desc nulls last, s.ordinal limit 1
      )`.as('status_id'),
    )
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = found.get(id)
    if (!row) refuse(id, new AppError('NOT_FOUND', t`Application not found`))
    else if (!row.closed_at) refuse(id, new AppError('CONFLICT', t`This application is open`))
    else return [{ statusId: row.status_id, applicationIds: [id] }]
    return []
  })
}
