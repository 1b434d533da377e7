import * as contract from '@muster/contract/call-queues.ts'
import { handler } from '../http/handler.ts'
import { claimNextCall, releaseClaim, renewClaim } from './claim-next-call.ts'
import { countCallQueue } from './count-call-queue.ts'
import { createCallQueue } from './create-call-queue.ts'
import { deleteCallQueue, restoreCallQueue } from './delete-call-queue.ts'
import { exportQueuedPeople } from './export-queued-people.ts'
import { listQueuedPeople } from './list-queued-people.ts'
import { findQueues, loadQueue, presentQueue, presentQueues } from './load-queue.ts'
import { updateCallQueue } from './update-call-queue.ts'

const listCallQueues = handler(contract.listCallQueues, async ({ tx, actor }) => ({
  items: await presentQueues(tx, actor, await findQueues(tx, actor.workspaceId)),
}))

const getCallQueue = handler(contract.getCallQueue, async ({ tx, actor, params }) =>
  presentQueue(tx, actor, await loadQueue(tx, actor, params.id)),
)

export const callQueueRoutes = [
  listCallQueues,
  createCallQueue,
  getCallQueue,
  updateCallQueue,
  deleteCallQueue,
  restoreCallQueue,
  countCallQueue,
  listQueuedPeople,
  exportQueuedPeople,
  claimNextCall,
  renewClaim,
  releaseClaim,
]
