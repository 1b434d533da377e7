import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatDateTime, formatDuration } from '../../ui/format.ts'
import type { ApplicationDetails } from '../application-query.ts'
import classes from './stage-bar.module.css'
import type { Stage } from './stages.ts'

interface StageHintProps {
  stage: Stage
  application: ApplicationDetails
  refused: string | undefined
}

function Entered({ stage }: { stage: Stage }) {
  const { stay, state } = stage
  if (!stay) return state === 'skipped' ? <Trans>Skipped</Trans> : <Trans>Not reached yet</Trans>
  const at = formatDateTime(stay.enteredAt)
  const who = stay.enteredBy
  return who ? (
    <Trans>
      Entered {at} by {who}
    </Trans>
  ) : (
    <Trans>Entered {at}</Trans>
  )
}

function Spent({ stage }: { stage: Stage }) {
  const { stay, status, state } = stage
  if (!stay || status.type === 'closed') return null
  const time = formatDuration(stay.seconds)
  const limit = status.slaDays
  return (
    <>
      <span>{state === 'now' ? <Trans>{time} so far</Trans> : <Trans>{time} in total</Trans>}</span>
      {stay.entries > 1 && (
        <span>{plural(stay.entries, { one: 'Entered # time', other: 'Entered # times' })}</span>
      )}
      {limit !== null && (
        <span>
          <Trans>{limit}-day limit</Trans>
        </span>
      )}
    </>
  )
}

/**
 * The tooltip of a status: when and by whom it was entered, the time spent, and whether the application can
 * move there.
 */
export function StageHint({ stage, application, refused }: StageHintProps) {
  const { status, state } = stage
  const name = status.name
  const reason = state === 'now' ? application.dispositionDetails?.reason?.name : undefined
  return (
    <span className={classes.hint}>
      <b>{name}</b>
      <span>
        <Entered stage={stage} />
      </span>
      <Spent stage={stage} />
      {reason && <span>{reason}</span>}
      {state !== 'now' && (
        <span className={classes.hintAction}>{refused ?? <Trans>Click to move here</Trans>}</span>
      )}
    </span>
  )
}
