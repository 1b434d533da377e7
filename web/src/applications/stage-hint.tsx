import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatDateTime, formatDuration } from '../ui/format.ts'
import type { ApplicationDetails } from './application-query.ts'
import classes from './stage-bar.module.css'
import type { Stage } from './stages.ts'

interface StageHintProps {
  stage: Stage
  application: ApplicationDetails
  refused: string | undefined
}

function Entered({ stage }: { stage: Stage }) {
  const { stay, standing } = stage
  if (!stay) return standing === 'skipped' ? <Trans>Never there</Trans> : <Trans>Not reached yet</Trans>
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
  const { stay, status, standing } = stage
  if (!stay || status.type === 'closed') return null
  const time = formatDuration(stay.seconds)
  const limit = status.slaDays
  return (
    <>
      <span>{standing === 'now' ? <Trans>{time} in all so far</Trans> : <Trans>{time} in all</Trans>}</span>
      {stay.entries > 1 && <span>{plural(stay.entries, { one: 'Came # time', other: 'Came # times' })}</span>}
      {limit !== null && (
        <span>
          <Trans>Limit {limit} d</Trans>
        </span>
      )}
    </>
  )
}

/** When it came to a status, by whom, how long it was there, and whether it can go there. */
export function StageHint({ stage, application, refused }: StageHintProps) {
  const { status, standing } = stage
  const name = status.name
  const reason = standing === 'now' ? application.dispositionDetails?.reason?.name : undefined
  return (
    <span className={classes.hint}>
      <b>{name}</b>
      <span>
        <Entered stage={stage} />
      </span>
      <Spent stage={stage} />
      {reason && <span>{reason}</span>}
      {standing !== 'now' && (
        <span className={classes.hintAction}>{refused ?? <Trans>Choose to move it here</Trans>}</span>
      )}
    </span>
  )
}
