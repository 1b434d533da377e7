import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Tooltip } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { StatusIcon } from '../../statuses/status-icon.tsx'
import { dispositionLabels } from '../../texts/contract-labels.ts'
import { Age } from '../../ui/age.tsx'
import { formatDuration } from '../../ui/format.ts'
import type { ApplicationDetails } from '../application-query.ts'
import type { MoveTarget } from '../move-menu.tsx'
import classes from './stage-bar.module.css'
import { StageHint } from './stage-hint.tsx'
import { type Stage, stagesOf } from './stages.ts'

interface StageBarProps {
  application: ApplicationDetails
  /** Why the application cannot move there; undefined if it can. */
  refusal: (stage: Stage) => string | undefined
  onMove: (target: MoveTarget) => void
}

/** Arrow keys move the focus between statuses, as in a toolbar. */
function followArrows(event: KeyboardEvent<HTMLElement>) {
  const steps = [...event.currentTarget.querySelectorAll('button')]
  const at = steps.indexOf(document.activeElement as HTMLButtonElement)
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: steps.length - 1 }[event.key]
  if (at === -1 || to === undefined) return
  event.preventDefault()
  steps[to]?.focus()
}

/** The time spent in the status, in the shortest form. */
function Time({ stage, application }: { stage: Stage; application: ApplicationDetails }) {
  const { enteredStatusAt, dueAt, dispositionDetails: ended } = application
  const { state, status, stay } = stage
  if (state === 'now' && ended) return t(dispositionLabels[ended.kind])
  if (state === 'now') {
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
  if (stay && status.type !== 'closed') return formatDuration(stay.seconds)
  return state === 'skipped' ? <Trans>skipped</Trans> : null
}

/** The statuses of the position with the time spent in each. Choosing one moves the application there. */
export function StageBar({ application, refusal, onMove }: StageBarProps) {
  const stages = stagesOf(application)
  const current = useRef<HTMLButtonElement>(null)
  const statusId = application.status.id
  // Scroll the current status into view when there is no room for all.
  useEffect(() => {
    const step = statusId ? current.current?.closest('li') : null
    const bar = step?.parentElement
    if (step && bar) bar.scrollLeft = step.offsetLeft - (bar.clientWidth - step.clientWidth) / 2
  }, [statusId])
  return (
    <div role="toolbar" aria-label={t`Statuses`} className={classes.frame} onKeyDown={followArrows}>
      <ol className={classes.bar}>
        {stages.map((stage) => {
          const { status, state } = stage
          const here = state === 'now'
          const refused = here ? undefined : refusal(stage)
          return (
            <li
              key={status.id}
              className={classes.step}
              data-state={state}
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
