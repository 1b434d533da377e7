import type { retryJob } from '@muster/contract/admin-jobs.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { conflict } from '../http/app-error.ts'
import type { Context } from '../http/handler.ts'
import { type JobRow, loadJob, presentJob } from './job-rows.ts'

interface Deed {
  can: 'retry' | 'cancel'
  /** Says when it cannot be done. */
  refusal: string
  action: string
  run: (job: JobRow) => Promise<void>
}

/** Does something with a job in the state for it, and writes it down; answers what became of the job. */
export async function actOnJob({ tx, actor, params: { id }, caller }: Context<typeof retryJob>, deed: Deed) {
  const job = await loadJob(tx, id)
  if (!presentJob(job).can[deed.can]) throw conflict(deed.refusal)
  await deed.run(job)
  await recordAudit(tx, {
    workspaceId: actor.workspaceId,
    userId: actor.userId,
    action: deed.action,
    ip: caller.ip,
    subject: { kind: 'job', id },
    details: { queue: job.name },
  })
  return presentJob(await loadJob(tx, id))
}
