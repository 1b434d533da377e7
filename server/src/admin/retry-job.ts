import * as contract from '@muster/contract/admin-jobs.ts'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { loadJob, presentJob } from './job-rows.ts'

export const retryJob = handler(
  contract.retryJob,
  async ({ tx, actor, params: { id }, caller, services }) => {
    const job = await loadJob(tx, id)
    if (!presentJob(job).can.retry) throw conflict(t`Only a job that failed or was cancelled is tried again`)
    await services.jobs.retry(tx, job)
    await recordAudit(tx, {
      workspaceId: actor.workspaceId,
      userId: actor.userId,
      action: 'job.retried',
      ip: caller.ip,
      subject: { kind: 'job', id },
      details: { queue: job.name },
    })
    return presentJob(await loadJob(tx, id))
  },
)
