import type { retryJob } from '@muster/contract/admin-jobs.ts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../http/handler.ts'
import { type JobRow, loadJob, presentJob } from './job-rows.ts'

interface JobAction {
  can: 'retry' | 'cancel'
  /** The message when the job is not in a suitable state. */
  refusal: string
  auditAction: string
  run: (job: JobRow) => Promise<void>
}

/**
 * Runs an action on a job, records it in the audit log and returns the job as it is afterwards.
 * @throws CONFLICT when the job's state does not allow the action
 */
export async function runJobAction(
  { tx, actor, params: { id }, caller }: Context<typeof retryJob>,
  action: JobAction,
) {
  const job = await loadJob(tx, id)
  if (!presentJob(job).can[action.can]) throw conflict(action.refusal)
  await action.run(job)
  await recordAudit(tx, {
    workspaceId: actor.workspaceId,
    userId: actor.userId,
    action: action.auditAction,
    ip: caller.ip,
    subject: { kind: 'job', id },
    details: { queue: job.name },
  })
  return presentJob(await loadJob(tx, id))
}
