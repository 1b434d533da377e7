import * as contract from '@muster/contract/start.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announceSample } from '../sample/announce-sample.ts'
import { removeSample } from '../sample/remove-sample.ts'
import { announceAccessChanged } from '../session/access-changed.ts'
import { evictSessions } from '../session/authenticate.ts'

export const removeSampleData = handler(
  contract.removeSampleData,
  async ({ tx, actor, query, caller, services, afterCommit }) => {
    const { userIds, fileKeys, ...counts } = await removeSample(tx, actor, query.includeWorked ?? false)
    if (fileKeys.length > 0) await services.jobs.send(tx, 'remove-files', { keys: fileKeys })
    if (counts.removed.people + counts.removed.positions + userIds.length > 0) {
      await announceSample(tx, actor)
      await announceAccessChanged(tx, { workspaceId: actor.workspaceId, userIds, actorId: actor.userId })
      await recordAudit(tx, {
        ...actor,
        action: 'workspace.sample_removed',
        ip: caller.ip,
        details: counts,
      })
      afterCommit(() => evictSessions(services.db))
    }
    return counts
  },
)
