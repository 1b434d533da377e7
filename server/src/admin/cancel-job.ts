import * as contract from '@muster/contract/admin-jobs.ts'
import { t } from '#texts'
import { handler } from '../http/handler.ts'
import { actOnJob } from './act-on-job.ts'

export const cancelJob = handler(contract.cancelJob, (asked) =>
  actOnJob(asked, {
    can: 'cancel',
    refusal: t`Only a job that waits is called off`,
    action: 'job.cancelled',
    run: (job) => asked.services.jobs.cancel(asked.tx, job),
  }),
)
