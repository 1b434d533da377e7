import * as contract from '@muster/contract/admin-jobs.ts'
import { t } from '#texts'
import { handler } from '../http/handler.ts'
import { actOnJob } from './act-on-job.ts'

export const retryJob = handler(contract.retryJob, (asked) =>
  actOnJob(asked, {
    can: 'retry',
    refusal: t`Only a job that failed or was cancelled is tried again`,
    action: 'job.retried',
    run: (job) => asked.services.jobs.retry(asked.tx, job),
  }),
)
