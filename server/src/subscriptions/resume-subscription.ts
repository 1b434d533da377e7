import * as contract from '@muster/contract/subscriptions.ts'
import { handler } from '../http/handler.ts'
import { resumeLive } from './end-or-resume.ts'
import { viewerOf } from './get-active-subscription.ts'
import { loadStanding } from './present-standing.ts'

export const resumeSubscription = handler(
  contract.resumeSubscription,
  async ({ tx, actor, caller, services }) => {
    const { workspaceId, userId } = actor
    await resumeLive(tx, services, workspaceId, { userId, ip: caller.ip })
    return loadStanding(tx, workspaceId, viewerOf(actor, services))
  },
)
