import { t } from '@lingui/core/macro'
import { Alert } from '@mantine/core'
import { getInstallation } from '@muster/contract/admin.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { endpointQuery } from '../api/query.ts'
import { FactList } from '../ui/fact-list.tsx'
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

const lookAgainAfter = 5000
/** A job that could have begun this long ago says that nobody works, or not fast enough. */
const lateAfterSeconds = 60
const fullBelow = 0.1

/** How the installation is right now, looked at again every few seconds. */
export function HealthView() {
  const { data, isError, dataUpdatedAt } = useSuspenseQuery({
    ...endpointQuery(getInstallation),
    refetchInterval: lookAgainAfter,
  })
  const { database, jobs, disk, nodes, replicas } = data
  const late = jobs.lagSeconds > lateAfterSeconds
  const full = disk.freeBytes < disk.bytes * fullBelow
  const free = formatFileSize(disk.freeBytes)
  const ofAll = formatFileSize(disk.bytes)
  return (
    <Sections wide>
      {isError && (
        <Alert color="red" role="alert" title={t`The server does not answer`}>
          {t`These figures are of ${formatTime(new Date(dataUpdatedAt))}; they are asked for again every few seconds.`}
        </Alert>
      )}
      <Section title={t`Database`}>
        <FactList>
          <dt>{t`PostgreSQL`}</dt>
          <dd>{database.version}</dd>
          <dt>{t`Size`}</dt>
          <dd>{formatFileSize(database.bytes)}</dd>
          <dt>{t`Answered in`}</dt>
          <dd>
            {t({ message: `${formatDecimal(database.answeredInMs)} ms`, context: 'milliseconds, short' })}
          </dd>
          <dt>{t`Connections`}</dt>
          <dd>{t`${formatNumber(database.connections)} of ${formatNumber(database.mostConnections)}`}</dd>
          <dt>{t`Longest transaction`}</dt>
          <dd>
            {(database.oldestTransactionSeconds ?? 0) < 60
              ? t`None over a minute`
              : formatDuration(database.oldestTransactionSeconds ?? 0)}
          </dd>
          <dt>{t`Newest migration`}</dt>
          <dd>{database.migration}</dd>
          <dt>{t`Audit log`}</dt>
          <dd className={database.auditLogProtected ? undefined : classes.late}>
            {database.auditLogProtected
              ? t`The server cannot change entries`
              : t`The server’s database role could change entries`}
          </dd>
        </FactList>
      </Section>
      <Section title={t`Jobs`}>
        <FactList>
          <dt>{t`Waiting`}</dt>
          <dd>{formatTotal(jobs.waiting)}</dd>
          <dt>{t({ message: 'Failed', context: 'a job' })}</dt>
          <dd>{formatTotal(jobs.failed)}</dd>
          <dt>{t`Behind by`}</dt>
          <dd className={late ? classes.late : undefined}>
            {late ? formatDuration(jobs.lagSeconds) : t`Nothing waits too long`}
          </dd>
        </FactList>
      </Section>
      <Section title={t`This server`}>
        <FactList>
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
          <dt>{t`Mail`}</dt>
          <dd>{data.mailServer ? t`Sent by a mail server` : t`Kept in the outbox: no mail server is set`}</dd>
        </FactList>
      </Section>
      <NodesSection nodes={nodes} />
      <ReplicasSection replicas={replicas} />
      <StorageSection />
    </Sections>
  )
}
