import { t } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, Loader, Menu } from '@mantine/core'
import {
  deleteReportSchedule,
  listReportSchedules,
  listReportSendings,
  updateReportSchedule,
} from '@muster/contract/report-schedules.ts'
import { IconDots } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { confirm } from '../ui/confirm.tsx'
import { formatDateTime } from '../ui/format.ts'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import {
  nextText,
  outcomeText,
  type ReportSchedule,
  recipientsText,
  stateText,
  timingText,
} from './schedule-labels.ts'
import classes from './schedules-drawer.module.css'

async function remove({ id, report: { name } }: ReportSchedule) {
  const isConfirmed = await confirm({
    title: t`Delete this schedule of ${name}?`,
    text: t`The record of sent emails is deleted too. To stop it for a while, pause it instead.`,
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
              const { text, isMailed } = outcomeText(delivery, schedule.can.edit)
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
  /** Without it, the schedule cannot be changed: it is somebody else's. */
  onEdit?: (() => void) | undefined
  /** Names the report and who has it sent. */
  isNamed?: boolean
}

/** A schedule with its next time, its recipients and what was sent. Pauses and deletes it. */
export function ScheduleItem({ schedule, onEdit, isNamed = false }: ScheduleItemProps) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { isPaused, recipients } = schedule
  const timing = timingText(schedule)
  const name = isNamed ? t`${schedule.report.name}: ${timing}` : timing
  const owner = schedule.owner.name
  const without = recipients.filter((recipient) => stateText(recipient))
  return (
    <li className={classes.schedule}>
      <div className={classes.head}>
        <div>
          <h3>{isNamed ? schedule.report.name : timing}</h3>
          {isNamed && <p className={classes.caption}>{t`${timing} · added by ${owner}`}</p>}
          <p className={classes.caption}>
            {recipientsText(schedule)}
            {' · '}
            {nextText(schedule)}
          </p>
        </div>
        <Menu position="bottom-end" width={160}>
          <Menu.Target>
            <ActionIcon aria-label={t`Actions for ${name}`}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {onEdit && (
              <Menu.Item onClick={onEdit}>
                <Trans>Edit</Trans>
              </Menu.Item>
            )}
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
        {isOpen ? t`Hide sent emails` : t`Show sent emails`}
      </Button>
      {isOpen && <Sendings schedule={schedule} />}
    </li>
  )
}
