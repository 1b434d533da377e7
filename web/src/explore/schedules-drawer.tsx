import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Drawer, Loader, Menu } from '@mantine/core'
import {
  deleteReportSchedule,
  listReportSchedules,
  listReportSendings,
  sendSavedReport,
  updateReportSchedule,
} from '@muster/contract/report-schedules.ts'
import { IconDots, IconMail, IconPlus, IconSend } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { confirm } from '../ui/confirm.tsx'
import { formatDateTime } from '../ui/format.ts'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { useOpened } from '../ui/use-opened.ts'
import type { SavedReport } from './saved-reports.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { outcomeText, type ReportSchedule, recipientsText, stateText, timingText } from './schedule-labels.ts'
import classes from './schedules-drawer.module.css'

async function remove({ id, report: { name } }: ReportSchedule) {
  const isConfirmed = await confirm({
    title: t`Delete this schedule of ${name}?`,
    text: t`The record of what was sent is deleted too. To stop it for a while, pause it instead.`,
    action: t`Delete schedule`,
  })
  if (!isConfirmed) return
  try {
    await call(deleteReportSchedule, { params: { id } })
    await invalidate(listReportSchedules)
    toast(t`Deleted the schedule of ${name}`)
  } catch (error) {
    toastError(error, t`Schedule not deleted`)
  }
}

async function setPaused({ id, version }: ReportSchedule, isPaused: boolean) {
  try {
    await call(updateReportSchedule, { params: { id }, body: { isPaused, version } })
    await invalidate(listReportSchedules)
  } catch (error) {
    toastError(error, t`Not saved`)
  }
}

/** The last times that a schedule was due, with what each recipient got. */
function Sendings({ schedule }: { schedule: ReportSchedule }) {
  const { data, error, refetch } = useQuery(
    endpointQuery(listReportSendings, { params: { id: schedule.id } }),
  )
  if (error) return <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />
  if (!data) return <Loader size="xs" />
  if (data.items.length === 0)
    return (
      <p className={classes.caption}>
        <Trans>Nothing has been sent yet.</Trans>
      </p>
    )
  return (
    <ul className={classes.sendings}>
      {data.items.map(({ id, dueAt, deliveries }) => (
        <li key={id}>
          <h4>{formatDateTime(dueAt)}</h4>
          <ul className={classes.deliveries}>
            {deliveries.map((delivery) => {
              const { text, isMailed } = outcomeText(delivery)
              return (
                <li key={delivery.user.id}>
                  <span>{delivery.user.name}</span>
                  <span className={classes.outcome} data-problem={!isMailed || undefined}>
                    {text}
                  </span>
                </li>
              )
            })}
          </ul>
        </li>
      ))}
    </ul>
  )
}

interface ScheduleItemProps {
  schedule: ReportSchedule
  onEdit: () => void
}

function ScheduleItem({ schedule, onEdit }: ScheduleItemProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { nextAt, isPaused, recipients } = schedule
  const timing = timingText(schedule)
  const without = recipients.filter((recipient) => stateText(recipient))
  return (
    <li className={classes.schedule}>
      <div className={classes.head}>
        <div>
          <h3>{timing}</h3>
          <p className={classes.caption}>
            {recipientsText(schedule)}
            {' · '}
            {isPaused || !nextAt ? t`Paused` : t`Next ${formatDateTime(nextAt)}`}
          </p>
        </div>
        <Menu position="bottom-end" width={160}>
          <Menu.Target>
            <ActionIcon aria-label={t`Actions for ${timing}`}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={onEdit}>
              <Trans>Edit</Trans>
            </Menu.Item>
            <Menu.Item onClick={() => void setPaused(schedule, !isPaused)}>
              {isPaused ? t`Resume` : t`Pause`}
            </Menu.Item>
            <Menu.Item color="red" onClick={() => void remove(schedule)}>
              <Trans>Delete</Trans>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {without.length > 0 && (
        <ul className={classes.deliveries}>
          {without.map((recipient) => (
            <li key={recipient.user.id}>
              <span>{recipient.user.name}</span>
              <span className={classes.outcome} data-problem>
                {stateText(recipient)}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.toggle}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? t`Hide what was sent` : t`Show what was sent`}
      </Button>
      {isOpen && <Sendings schedule={schedule} />}
    </li>
  )
}

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
  const { data, error, refetch } = useQuery(
    endpointQuery(listReportSchedules, { query: { reportId: report.id } }),
  )
  const schedules = data?.items ?? []
  const title = editing ? (editing === 'new' ? t`Add schedule` : t`Edit schedule`) : t`Email ${report.name}`
  return (
    <Drawer opened={useOpened(true)} onClose={onClose} position="right" size="md" title={title}>
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
