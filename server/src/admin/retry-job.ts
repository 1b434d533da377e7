import * as contract from '@muster/contract/admin-jobs.ts'
import { t } from '#texts'
import { handler } from '../http/handler.ts'
import { runJobAction } from './run-job-action.ts'

export const retryJob = handler(contract.retryJob, (context) =>
  runJobAction(context, {
    can: 'retry',
    refusal: t`Only failed or canceled jobs can be retried`,
    auditAction: 'job.retried',
    run: (job) => context.services.jobs.retry(context.tx, job),
  }),
)
