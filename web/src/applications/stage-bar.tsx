import { StatusIcon } from '../statuses/status-icon.tsx'
import { formatDuration } from '../ui/format.ts'
import type { ApplicationDetails } from './application-query.ts'
import classes from './stage-bar.module.css'

type Standing = 'passed' | 'skipped' | 'now' | 'ahead'

/** The position's statuses with the time spent in each, up to where the application stands or stood at its end. */
export function StageBar({ application }: { application: ApplicationDetails }) {
  const { statuses, status, timeInStatus, dispositionDetails } = application
  const seconds = new Map(timeInStatus.map((stay) => [stay.statusId, stay.seconds]))
  const ended = status.type === 'closed'
  const stood = ended ? dispositionDetails?.status.id : status.id
  const at = statuses.findIndex(({ id }) => id === stood)
  // The closed one is no step on the way: it is shown when it is the end.
  const steps = statuses.filter(({ type, id }) => type !== 'closed' || id === status.id)

  const standing = (id: string, index: number): Standing => {
    if (id === status.id) return 'now'
    if (index > at) return 'ahead'
    return seconds.has(id) || id === stood ? 'passed' : 'skipped'
  }

  return (
    <ol className={classes.bar} aria-label="Statuses">
      {steps.map((step) => {
        const here = standing(step.id, statuses.indexOf(step))
        const stay = seconds.get(step.id)
        const time = stay === undefined ? '' : stay < 60 ? 'just now' : formatDuration(stay)
        return (
          <li
            key={step.id}
            className={classes.step}
            data-standing={here}
            data-ended={ended || undefined}
            aria-current={here === 'now' ? 'step' : undefined}
            title={[step.name, time, step.slaDays !== null && `limit ${step.slaDays} d`]
              .filter(Boolean)
              .join(', ')}
          >
            <span className={classes.name}>
              {here === 'now' && <StatusIcon type={step.type} color={step.color} size={12} />}
              <span className={classes.label}>{step.name}</span>
            </span>
            <span className={classes.time}>{time}</span>
          </li>
        )
      })}
    </ol>
  )
}
