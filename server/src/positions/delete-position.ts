import * as contract from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { announcePosition } from './announce-positions.ts'
import { lockPosition, lockStatuses } from './lock-position.ts'
import { statusesOf } from './present-position.ts'

export const deletePosition = handler(contract.deletePosition, async ({ tx, actor, params }) => {
  await lockPosition(tx, actor, params.id)
  // Serializes with applications being added to these statuses.
  const statuses = await statusesOf(tx, actor.workspaceId, params.id)
  await lockStatuses(
    tx,
    actor.workspaceId,
    statuses.map((status) => status.id),
  )
  const open = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', actor.workspaceId)
    .where('position_id', '=', params.id)
    .where('closed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  if (open) throw conflict(t`This position has open applications. Close or move them first.`)
  await tx
    .updateTable('positions')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  await announcePosition(tx, actor, params.id)
  return undefined
})
