import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Drawer } from '@mantine/core'
import { listReportSchedules, sendSavedReport } from '@muster/contract/report-schedules.ts'
import { IconMail, IconPlus, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery } from '../api/query.ts'
import { useSendsEmail } from '../session/use-sends-email.ts'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import type { SavedReport } from './saved-reports.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { ScheduleItem } from './schedule-item.tsx'
import type { ReportSchedule } from './schedule-labels.ts'
import classes from './schedules-drawer.module.css'

/** Sends the report to the reader at once. */
function SendNow({ report }: { report: SavedReport }) {
  const send = useMutation({
    mutationFn: () => call(sendSavedReport, { params: { id: report.id }, body: { withRows: false } }),
    onSuccess: () => toast(t`${report.name} will be in your mailbox in a minute`),
    onError: (error) => toastError(error, t`Not sent`),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} stroke={1.6} />}
      loading={send.isPending}
      onClick={() => send.mutate()}
    >
      <Trans>Send to me now</Trans>
    </Button>
  )
}

interface SchedulesDrawerProps {
  report: SavedReport
  onClose: () => void
}

/** The schedules by which the reader has a report sent, with what was sent. */
export function SchedulesDrawer({ report, onClose }: SchedulesDrawerProps) {
  const { t } = useLingui()
  const [editing, setEditing] = useState<ReportSchedule | 'new'>()
  const sendsEmail = useSendsEmail()
  const { data, error, refetch } = useQuery(
    endpointQuery(listReportSchedules, { query: { reportId: report.id } }),
  )
  const schedules = data?.items ?? []
  const title = editing ? (editing === 'new' ? t`Add schedule` : t`Edit schedule`) : t`Email ${report.name}`
  return (
    <Drawer opened={useOpened(true)} onClose={onClose} position="right" size="md" title={title}>
      {!sendsEmail && (
        <p className={classes.warning}>
          <Trans>This installation has no mail server: emails are not sent, but wait in its outbox.</Trans>
        </p>
      )}
      {editing ? (
        <ScheduleForm
          reportId={report.id}
          schedule={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      ) : (
        <>
          <div className={classes.actions}>
            <Button
              leftSection={<IconPlus size={16} stroke={1.6} />}
              onClick={() => setEditing('new')}
              data-autofocus
            >
              <Trans>Add schedule</Trans>
            </Button>
            <SendNow report={report} />
          </div>
          {error && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />}
          {data && schedules.length === 0 && (
            <EmptyState
              icon={IconMail}
              title={t`No schedules`}
              text={t`Send this report by email every day, week or month: to yourself, to your team or to reviewers of a client.`}
            />
          )}
          <ul className={classes.list}>
            {schedules.map((schedule) => (
              <ScheduleItem key={schedule.id} schedule={schedule} onEdit={() => setEditing(schedule)} />
            ))}
          </ul>
        </>
      )}
    </Drawer>
  )
}
