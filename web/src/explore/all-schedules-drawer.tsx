import { useLingui } from '@lingui/react/macro'
import { Drawer, Loader } from '@mantine/core'
import { listReportSchedules } from '@muster/contract/report-schedules.ts'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { endpointQuery } from '../api/query.ts'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { useOpened } from '../ui/use-opened.ts'
import { ScheduleItem } from './schedule-item.tsx'
import classes from './schedules-drawer.module.css'

/** The schedules of everybody in the workspace, for those who manage it: pauses and deletes them. */
export function AllSchedulesDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(endpointQuery(listReportSchedules, { query: { all: 'true' } }))
  return (
    <Drawer
      opened={useOpened(true)}
      onClose={onClose}
      position="right"
      size="md"
      title={t`Schedules of all users`}
    >
      {error ? (
        <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        !data && <Loader size="xs" />
      )}
      {data?.items.length === 0 && (
        <EmptyState
          icon={IconMail}
          title={t`No schedules`}
          text={t`Reports that anybody has sent by email are listed here.`}
        />
      )}
      <ul className={classes.list}>
        {data?.items.map((schedule) => (
          <ScheduleItem key={schedule.id} schedule={schedule} isNamed />
        ))}
      </ul>
    </Drawer>
  )
}
