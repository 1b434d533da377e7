import * as contract from '@muster/contract/admin-jobs.ts'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { loadJob, presentJob } from './job-rows.ts'

export const cancelJob = handler(
  contract.cancelJob,
  async ({ tx, actor, params: { id }, caller, services }) => {
    const job = await loadJob(tx, id)
    if (!presentJob(job).can.cancel) throw conflict(t`Only a job that waits is called off`)
    await services.jobs.cancel(tx, job)
    await recordAudit(tx, {
      workspaceId: actor.workspaceId,
      userId: actor.userId,
      action: 'job.cancelled',
      ip: caller.ip,
      subject: { kind: 'job', id },
      details: { queue: job.name },
    })
    return presentJob(await loadJob(tx, id))
  },
)
