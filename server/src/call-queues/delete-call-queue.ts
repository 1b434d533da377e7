import * as contract from '@muster/contract/call-queues.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadQueue, presentQueue } from './load-queue.ts'
import { recordQueueChange } from './record-queue-change.ts'

export const deleteCallQueue = handler(contract.deleteCallQueue, async (context) => {
  const { tx, actor, params } = context
  const queue = await loadQueue(tx, actor, params.id)
  await tx
    .updateTable('call_queues')
    .set({ deleted_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  await tx
    .deleteFrom('call_claims')
    .where('workspace_id', '=', actor.workspaceId)
    .where('queue_id', '=', params.id)
    .execute()
  await recordQueueChange(tx, context, 'deleted', queue)
  return undefined
})

export const restoreCallQueue = handler(contract.restoreCallQueue, async (context) => {
  const { tx, actor, params } = context
  const { numUpdatedRows } = await tx
    .updateTable('call_queues')
    .set({ deleted_at: null })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound(t`Deleted call queue`)
  const queue = await loadQueue(tx, actor, params.id)
  await recordQueueChange(tx, context, 'restored', queue)
  return presentQueue(tx, actor, queue)
})
