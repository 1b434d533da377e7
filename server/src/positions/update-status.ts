import * as contract from '@muster/contract/positions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, staleVersion } from '../app-error.ts'
import { changedColumns } from '../database/changed-columns.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { assertTypesAfterChange } from '../pipelines/stage-rules.ts'
import { announcePosition } from './announce-positions.ts'
import { lockStatuses, lockStatusOfPosition } from './lock-position.ts'
import { presentStatus } from './present-position.ts'

const columns = { name: 'name', type: 'type', color: 'color', slaDays: 'sla_days' } as const

/**
 * An application stores its status's type, so the type can change only while the status has no applications, nor
 * deleted ones that could be restored.
 */
async function assertEmpty(tx: Database, workspaceId: string, statusId: string): Promise<void> {
  const inside = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', statusId)
    .where((row) =>
      row.or([
        row('deleted_at', 'is', null),
        row('deleted_at', '>', sql<string>`now() - interval '30 days'`),
      ]),
    )
    .orderBy(sql`deleted_at is not null`)
    .select('deleted_at')
    .executeTakeFirst()
  if (!inside) return
  throw conflict(
    inside.deleted_at
      ? t`This status contains deleted applications that can still be restored, so its type cannot change`
      : t`This status contains applications, so its type cannot change. Move them first.`,
  )
}

async function recomputeDue(tx: Database, workspaceId: string, statusId: string, slaDays: number | null) {
  const open = tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where('status_id', '=', statusId)
    .where('closed_at', 'is', null)
  await open.select('id').orderBy('id').forNoKeyUpdate().execute()
  await sql`
    update applications set due_at = entered_status_at + make_interval(secs => ${slaDays}::float8 * 86400)
    where workspace_id = ${workspaceId} and status_id = ${statusId} and closed_at is null
  `.execute(tx)
}

export const updateStatus = handler(contract.updateStatus, async ({ tx, actor, params, body }) => {
  const { position, status: before, statuses } = await lockStatusOfPosition(tx, actor, params.id)
  await lockStatuses(tx, actor.workspaceId, [before.id])
  if (body.version !== undefined && body.version !== before.version) throw staleVersion(before.version)
  if (body.type && body.type !== before.type) {
    await assertEmpty(tx, actor.workspaceId, before.id)
    assertTypesAfterChange(
      statuses.map((status) => (status.id === before.id ? body.type! : (status.type as StatusType))),
    )
  }
  await tx
    .updateTable('statuses')
    .set({ ...changedColumns(body, columns), version: sql`version + 1` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', before.id)
    .execute()
  if (body.slaDays !== undefined && body.slaDays !== before.sla_days)
    await recomputeDue(tx, actor.workspaceId, before.id, body.slaDays)
  await announcePosition(tx, actor, position.id)
  const { status } = await lockStatusOfPosition(tx, actor, before.id)
  return presentStatus(status)
})
