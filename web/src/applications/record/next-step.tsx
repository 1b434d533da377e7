import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { statusTypeRank } from '@muster/contract/status-types.ts'
import {
  type Icon,
  IconAlertTriangle,
  IconBuilding,
  IconCheck,
  IconCircleX,
  IconPhone,
  IconPlayerTrackNext,
  IconUserCheck,
} from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { type Command, useCommands } from '../../layout/use-commands.ts'
import { useIsStaff } from '../../session/use-is-staff.ts'
import { dispositionLabels } from '../../texts/contract-labels.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { formatDateTime, formatDay, formatWhen } from '../../ui/format.ts'
import { useNow } from '../../ui/now.ts'
import type { ApplicationDetails } from '../application-query.ts'
import { CallbackForm } from '../callback-form.tsx'
import { OwnerField } from '../fields/editable-fields.tsx'
import { applicationFields } from '../fields/field-definitions.ts'
import { FieldNotice } from '../fields/field-notice.tsx'
import { useEditableField } from '../fields/use-editable-field.ts'
import classes from './next-step.module.css'

interface Step {
  icon: Icon
  title: ReactNode
  detail?: ReactNode
  isLate?: boolean
}

/** How it ended: outcome and reason, when, by whom and from which status. */
function endOf({ dispositionDetails: ended, closedAt, enteredStatusAt }: ApplicationDetails): Step | null {
  if (!ended) return null
  const day = formatDay(closedAt ?? enteredStatusAt)
  const from = ended.status.name
  const who = ended.decidedBy?.name
  return {
    icon: ended.kind === 'hired' ? IconUserCheck : IconCircleX,
    title: (
      <>
        {t(dispositionLabels[ended.kind])}
        {ended.reason && `: ${ended.reason.name}`}
      </>
    ),
    detail: who ? t`on ${day} by ${who}, from ${from}` : t`on ${day}, from ${from}`,
  }
}

/**
 * Returns whether the next step may be a call: a callback is planned, or the first call is still to be made. Nobody
 * calls a hired person or one whose application is closed, nor for the first time once the company was asked to decide.
 */
export function isCallNext({
  callbackAt,
  closedAt,
  dispositionDetails,
  lastContact,
  status,
  can,
}: ApplicationDetails): boolean {
  if (closedAt || dispositionDetails || status.type === 'hired') return false
  const isSubmitted = statusTypeRank(status.type) >= statusTypeRank('submitted')
  return callbackAt !== null || (!lastContact && can.call && !isSubmitted)
}

/** What is to be done next, from the callback, the limit of the status and its type. */
function stepOf(application: ApplicationDetails, now: number, isStaff: boolean): Step {
  const { status, company, callbackAt, dueAt, can } = application
  const name = company.name
  if (!isStaff && can.decide) return { icon: IconBuilding, title: t`Your decision is needed` }
  if (isStaff && callbackAt) {
    return {
      icon: IconPhone,
      title: t`Call back`,
      detail: (
        <span
          className={classes.due}
          data-due={Date.parse(callbackAt) <= now || undefined}
          title={formatDateTime(callbackAt)}
        >
          {formatWhen(callbackAt, now)}
        </span>
      ),
    }
  }
  if (status.type === 'submitted') return { icon: IconBuilding, title: t`Awaiting a decision from ${name}` }
  if (dueAt && Date.parse(dueAt) <= now)
    return {
      icon: IconAlertTriangle,
      title: t`Overdue in ${status.name}`,
      detail: t`move or close the application`,
      isLate: true,
    }
  if (isStaff && isCallNext(application)) return { icon: IconPhone, title: t`Make the first call` }
  return { icon: IconPlayerTrackNext, title: t`Nothing planned` }
}

function CallbackActions({ application }: { application: ApplicationDetails }) {
  const subject = { application, candidate: application.candidate }
  const callback = useEditableField(subject, applicationFields.callback())
  const [isPlanning, setPlanning] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { callbackAt, can, closedAt } = application
  const may = can.setCallback && !(closedAt && !callbackAt)
  const plan: Command = {
    id: 'callback',
    label: callbackAt ? t`Reschedule callback` : t`Schedule callback`,
    icon: IconPhone,
    run: () => setPlanning(true),
  }
  useCommands(t`Next step`, may ? [plan] : [])
  if (!may) return null
  const close = () => {
    setPlanning(false)
    // The button is there again after the next paint.
    requestAnimationFrame(() => button.current?.focus())
  }
  if (isPlanning) {
    return (
      <div className={classes.plan}>
        <CallbackForm
          value={callbackAt}
          timezone={application.callable.timezone}
          onCancel={close}
          onSubmit={(at) => {
            close()
            callback.save(at)
          }}
        />
      </div>
    )
  }
  return (
    <div className={classes.actions}>
      {callbackAt && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCheck size={14} stroke={1.6} aria-hidden />}
          onClick={() => callback.save(null)}
        >
          <Trans>Done</Trans>
        </Button>
      )}
      <Button ref={button} variant="default" size="xs" onClick={() => setPlanning(true)}>
        {callbackAt ? <Trans>Reschedule</Trans> : <Trans>Schedule callback</Trans>}
      </Button>
      <FieldNotice editable={callback} show={(at) => at && formatDateTime(at)} />
    </div>
  )
}

/** The line with the next step or, once closed, the outcome, and the owner. */
export function NextStep({ application }: { application: ApplicationDetails }) {
  const now = useNow()
  const isStaff = useIsStaff()
  const ended = endOf(application)
  const { icon: StepIcon, title, detail, isLate } = ended ?? stepOf(application, now, isStaff)
  const { owner, dispositionDetails } = application
  return (
    <div className={classes.step} data-ended={ended ? true : undefined} data-late={isLate}>
      <p className={classes.what}>
        <StepIcon size={16} stroke={1.6} aria-hidden className={classes.icon} />
        {!ended && (
          <span className={classes.label}>
            <Trans>Next step</Trans>
          </span>
        )}
        <b>{title}</b>
        {detail && <span className={classes.detail}>{detail}</span>}
      </p>
      <div className={classes.owner}>
        <span className={classes.label}>
          <Trans>Owner</Trans>
        </span>
        {owner && <Avatar name={owner.name} userId={owner.id} decorative />}
        <OwnerField subject={{ application, candidate: application.candidate }} />
      </div>
      {isStaff && <CallbackActions key={application.id} application={application} />}
      {dispositionDetails?.note && <p className={classes.note}>{dispositionDetails.note}</p>}
    </div>
  )
}
