import * as contract from '@muster/contract/admin-jobs.ts'
import { t } from '#texts'
import { handler } from '../http/handler.ts'
import { runJobAction } from './run-job-action.ts'

export const cancelJob = handler(contract.cancelJob, (context) =>
  runJobAction(context, {
    can: 'cancel',
    refusal: t`Only waiting jobs can be canceled`,
    auditAction: 'job.cancelled',
    run: (job) => context.services.jobs.cancel(context.tx, job),
  }),
)
