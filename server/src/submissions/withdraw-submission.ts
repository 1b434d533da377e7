import * as contract from '@muster/contract/submissions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { announce } from '../live/announce.ts'
import { findSubmission, loadSubmission } from './present-submission.ts'
import { recordSharing } from './record-sharing.ts'

export const withdrawSubmission = handler(
  contract.withdrawSubmission,
  async ({ tx, actor, params, caller }) => {
    const { workspaceId, userId } = actor
    const { application_id: applicationId, company_id: companyId } = await findSubmission(
      tx,
      actor,
      params.id,
    )
    const withdrawn = await tx
      .updateTable('submissions')
      .set({ withdrawn_at: sql`now()` })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', params.id)
      .where('withdrawn_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!withdrawn) throw conflict(t`This submission is already withdrawn`)
    await recordSharing(tx, actor, { kind: 'withdrawn', applicationId, companyId })
    await recordAudit(tx, {
      ...actor,
      action: 'submission.withdrawn',
      ip: caller.ip,
      subject: { kind: 'application', id: applicationId },
    })
    await announce(tx, workspaceId, { kind: 'activity-logged', applicationId, actorId: userId })
    return loadSubmission(tx, actor, params.id)
  },
)
