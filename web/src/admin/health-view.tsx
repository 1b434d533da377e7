import { t } from '@lingui/core/macro'
import { Alert } from '@mantine/core'
import { getInstallation } from '@muster/contract/admin.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { DescriptionList } from '../ui/description-list.tsx'
import {
  formatDateTime,
  formatDecimal,
  formatDuration,
  formatNumber,
  formatTime,
  formatTotal,
} from '../ui/format.ts'
import { Section, Sections } from '../ui/section.tsx'
import { formatFileSize } from '../uploads/file-size.ts'
import classes from './admin.module.css'
import { NodesSection, ReplicasSection } from './nodes-section.tsx'
import { StorageSection } from './storage-section.tsx'

const refetchInterval = 5000
/** A job that has been due for this long means that no worker runs, or too few. */
const lateAfterSeconds = 60
const fullBelow = 0.1

/** Shows the health of the installation, refreshed every few seconds. */
export function HealthView() {
  const { data, isError, dataUpdatedAt } = useSuspenseQuery({
    ...endpointQuery(getInstallation),
    refetchInterval: refetchInterval,
  })
  const { database, jobs, disk, nodes, replicas } = data
  const late = jobs.lagSeconds > lateAfterSeconds
  const full = disk.freeBytes < disk.bytes * fullBelow
  const free = formatFileSize(disk.freeBytes)
  const ofAll = formatFileSize(disk.bytes)
  return (
    <Sections wide>
      {isError && (
        <Alert color="red" role="alert" title={t`The server is not responding`}>
          {t`Last updated at ${formatTime(new Date(dataUpdatedAt))}. Retrying every few seconds.`}
        </Alert>
      )}
      <Section title={t`Database`}>
        <DescriptionList>
          <dt>{t`PostgreSQL`}</dt>
          <dd>{database.version}</dd>
          <dt>{t`Size`}</dt>
          <dd>{formatFileSize(database.bytes)}</dd>
          <dt>{t`Response time`}</dt>
          <dd>
            {t({ message: `${formatDecimal(database.answeredInMs)} ms`, context: 'milliseconds, short' })}
          </dd>
          <dt>{t`Connections`}</dt>
          <dd>{t`${formatNumber(database.connections)} of ${formatNumber(database.mostConnections)}`}</dd>
          <dt>{t`Longest transaction`}</dt>
          <dd>
            {(database.oldestTransactionSeconds ?? 0) < 60
              ? t`Under a minute`
              : formatDuration(database.oldestTransactionSeconds ?? 0)}
          </dd>
          <dt>{t`Latest migration`}</dt>
          <dd>{database.migration}</dd>
          <dt>{t`Audit log`}</dt>
          <dd className={database.auditLogProtected ? undefined : classes.late}>
            {database.auditLogProtected
              ? t`Append-only: the server cannot change entries`
              : t`Not append-only: the server’s database role can change entries`}
          </dd>
        </DescriptionList>
      </Section>
      <Section title={t`Jobs`}>
        <DescriptionList>
          <dt>{t`Waiting`}</dt>
          <dd>{formatTotal(jobs.waiting)}</dd>
          <dt>{t({ message: 'Failed', context: 'a job' })}</dt>
          <dd>{formatTotal(jobs.failed)}</dd>
          <dt>{t`Delay`}</dt>
          <dd className={late ? classes.late : undefined}>
            {late ? formatDuration(jobs.lagSeconds) : t`No delay`}
          </dd>
        </DescriptionList>
      </Section>
      <Section title={t`This server`}>
        <DescriptionList>
          <dt>{t`Version`}</dt>
          <dd>{data.version}</dd>
          <dt>{t`Node.js`}</dt>
          <dd>{data.nodeVersion}</dd>
          <dt>{t`Running since`}</dt>
          <dd>{formatDateTime(data.startedAt)}</dd>
          <dt>{t`Memory`}</dt>
          <dd>{formatFileSize(data.memoryBytes)}</dd>
          <dt>{t`Disk`}</dt>
          <dd className={full ? classes.late : undefined}>{t`${free} free of ${ofAll}`}</dd>
          <dt>{t`Email`}</dt>
          <dd>{data.mailServer ? t`Sent by mail server` : t`Not sent: no mail server configured`}</dd>
        </DescriptionList>
      </Section>
      <NodesSection nodes={nodes} />
      <ReplicasSection replicas={replicas} />
      <StorageSection />
    </Sections>
  )
}
