import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { dispositionLabels } from '../texts/contract-words.ts'
import { Age } from '../ui/age.tsx'
import { formatDuration } from '../ui/format.ts'
import type { ApplicationDetails } from './application-query.ts'
import type { MoveTarget } from './move-menu.tsx'
import classes from './stage-bar.module.css'
import { StageHint } from './stage-hint.tsx'
import { type Stage, stagesOf } from './stages.ts'

interface StageBarProps {
  application: ApplicationDetails
  /** Why it cannot be moved there; undefined where it can. */
  refusal: (stage: Stage) => string | undefined
  onMove: (target: MoveTarget) => void
}

/** The arrows lead from one status to the next, as in a toolbar. */
function followArrows(event: KeyboardEvent<HTMLElement>) {
  const steps = [...event.currentTarget.querySelectorAll('button')]
  const at = steps.indexOf(document.activeElement as HTMLButtonElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: steps.length - 1 }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  steps[to]?.focus()
}

/** How long it was there, in the shortest words. */
function Time({ stage, application }: { stage: Stage; application: ApplicationDetails }) {
  const { enteredStatusAt, dueAt, dispositionDetails: ended } = application
  const { standing, status, stay } = stage
  if (standing === 'now' && ended) return t(dispositionLabels[ended.kind])
  if (standing === 'now') {
    const limit = status.slaDays
    return (
      <>
        <Age since={enteredStatusAt} dueAt={dueAt} />
        {limit !== null && (
          <span className={classes.limit}>
            {' '}
            <Trans>of {limit} d</Trans>
          </span>
        )}
      </>
    )
  }
  if (stay && status.type !== 'closed') {
    return stay.seconds < 60 ? <Trans>under 1 min</Trans> : formatDuration(stay.seconds)
  }
  return standing === 'skipped' ? <Trans>skipped</Trans> : null
}

/** The position's statuses with the time spent in each. Choosing one moves the application there. */
export function StageBar({ application, refusal, onMove }: StageBarProps) {
  const stages = stagesOf(application)
  const current = useRef<HTMLButtonElement>(null)
  const statusId = application.status.id
  // Where there is no room for all of them, the present one is in sight.
  useEffect(() => {
    const step = statusId ? current.current?.closest('li') : null
    const bar = step?.parentElement
    if (step && bar) bar.scrollLeft = step.offsetLeft - (bar.clientWidth - step.clientWidth) / 2
  }, [statusId])
  return (
    <div role="toolbar" aria-label={t`Statuses`} className={classes.frame} onKeyDown={followArrows}>
      <ol className={classes.bar}>
        {stages.map((stage) => {
          const { status, standing } = stage
          const here = standing === 'now'
          const refused = here ? undefined : refusal(stage)
          return (
            <li
              key={status.id}
              className={classes.step}
              data-standing={standing}
              data-ended={(here && application.closedAt !== null) || undefined}
            >
              <Tooltip
                multiline
                w={240}
                position="bottom-start"
                openDelay={250}
                events={{ hover: true, focus: true, touch: true }}
                label={<StageHint stage={stage} application={application} refused={refused} />}
              >
                <button
                  ref={here ? current : undefined}
                  type="button"
                  className={classes.button}
                  tabIndex={here ? 0 : -1}
                  aria-current={here ? 'step' : undefined}
                  aria-disabled={here || refused !== undefined || undefined}
                  onClick={() => {
                    if (here || refused !== undefined) return
                    const { id, name, type, color } = status
                    onMove({ statusId: id, name, type, color })
                  }}
                >
                  <span className={classes.name}>
                    <StatusIcon type={status.type} color={status.color} size={14} />
                    <span className={classes.label}>{status.name}</span>
                  </span>
                  <span>
                    <Time stage={stage} application={application} />
                  </span>
                </button>
              </Tooltip>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
