import type { BodyOf } from '@muster/contract/endpoint.ts'
import type { updatePosition } from '@muster/contract/positions.ts'
import type { Refuse } from '../applications/find-targets.ts'
import { targetsOfType } from '../applications/find-targets.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { placeApplications } from '../board/place-applications.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import { lockStatuses } from './lock-position.ts'
import { statusesOf } from './present-position.ts'

/** The largest batch of one statement, as in bulk actions. */
const chunkSize = 1000

type CloseOptions = Extract<
  NonNullable<BodyOf<typeof updatePosition>['openApplications']>,
  { action: 'close' }
>

export interface ClosedApplications {
  closed: number
  /** The applications that stay open because the caller may not close them. */
  left: number
  /** For the undo; null if none was closed. */
  batchId: string | null
}

/**
 * Closes the position's open applications that the caller sees, as one batch. The caller holds the position's lock. The
 * statuses are locked first, so a new application arrives either before all of this or after it.
 * @throws VALIDATION or NOT_FOUND for a reason that does not fit
 */
export async function closeOpenApplications(
  tx: Database,
  actor: Actor,
  positionId: string,
  { disposition, reasonId, note }: CloseOptions,
  ip: string | null,
): Promise<ClosedApplications> {
  const statuses = await statusesOf(tx, actor.workspaceId, positionId)
  await lockStatuses(
    tx,
    actor.workspaceId,
    statuses.map((status) => status.id),
  )
  const open = await selectVisible(tx, actor)
    .where('applications.position_id', '=', positionId)
    .where('applications.closed_at', 'is', null)
    .where('applications.deleted_at', 'is', null)
    .orderBy('applications.id')
    .select('applications.id')
    .execute()
  const batchId = newId()
  const refuse: Refuse = () => {}
  let closed = 0
  for (let from = 0; from < open.length; from += chunkSize) {
    const ids = open.slice(from, from + chunkSize).map(({ id }) => id)
    const placements = await targetsOfType(tx, actor, ids, 'closed', refuse)
    const close = { disposition, reasonId, note }
    closed += (await placeApplications(tx, actor, placements, { cause: 'close', batchId, close, refuse }))
      .changed
  }
  const left = open.length - closed
  if (closed === 0) return { closed, left, batchId: null }
  await recordAudit(tx, {
    ...actor,
    action: 'position.applications_closed',
    ip,
    subject: { kind: 'position', id: positionId },
    details: { disposition, closed, left, batchId },
  })
  return { closed, left, batchId }
}
