import { t } from '@lingui/core/macro'
import { Drawer } from '@mantine/core'
import type { listJobs } from '@muster/contract/admin-jobs.ts'
import type { RowOf } from '../api/query.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import { formatDateTime, formatNumber } from '../ui/format.ts'
import { Part } from '../ui/part.tsx'
import { useOpened } from '../ui/use-opened.ts'
import classes from './admin.module.css'
import { jobStateLabels, queueName } from './admin-labels.ts'
import { JobAction } from './job-action.tsx'

/** Shows all fields of a job. */
export function JobDrawer({ job, onClose }: { job: RowOf<typeof listJobs>; onClose: () => void }) {
  const { id, state, attempts, mostAttempts, createdAt, startAfter, startedAt, endedAt, error } = job
  const tried = formatNumber(attempts)
  const most = formatNumber(mostAttempts)
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="min(480px, 100vw)"
      title={queueName(job.queue)}
    >
      <div className={classes.parts}>
        <DescriptionList>
          <dt>{t`State`}</dt>
          <dd>{t(jobStateLabels[state])}</dd>
          <dt>{t`Attempts`}</dt>
          <dd>{t`${tried} of ${most}`}</dd>
          <dt>{t`Queued`}</dt>
          <dd>{formatDateTime(createdAt)}</dd>
          {state === 'waiting' && <dt>{t`Scheduled for`}</dt>}
          {state === 'waiting' && <dd>{formatDateTime(startAfter)}</dd>}
          {startedAt && <dt>{t`Started`}</dt>}
          {startedAt && <dd>{formatDateTime(startedAt)}</dd>}
          {endedAt && <dt>{t`Ended`}</dt>}
          {endedAt && <dd>{formatDateTime(endedAt)}</dd>}
          <dt>{t`ID`}</dt>
          <dd>{id}</dd>
        </DescriptionList>
        <div className={classes.buttons}>
          <JobAction job={job} />
        </div>
        {error && (
          <Part title={t`Error`}>
            <p className={classes.text}>{error}</p>
          </Part>
        )}
      </div>
    </Drawer>
  )
}
