import { plural, t } from '@lingui/core/macro'
import { type StatusType, statusTypeKeys, statusTypeRank } from '@muster/contract/status-types.ts'
import { Link } from '@tanstack/react-router'
import { StatusIcon } from '../statuses/status-icon.tsx'
import { statusTypeExplanations, statusTypeLabels } from '../texts/contract-labels.ts'
import { ChoiceButtons } from '../ui/choice-buttons.tsx'
import { formatNumber, formatPercent } from '../ui/format.ts'
import classes from './funnel-strip.module.css'
import type { PositionDetails } from './position-state.ts'

export type Funnel = 'now' | 'reached'

/** Returns the types whose entry means that the application reached `type`. */
function typesReaching(type: StatusType): StatusType[] {
  return statusTypeKeys.filter((each) => each !== 'closed' && statusTypeRank(each) >= statusTypeRank(type))
}

function searchOf(positionId: string, type: StatusType, funnel: Funnel) {
  const rows = { positionId: [positionId], open: 'all' as const }
  return funnel === 'reached' && type !== 'closed'
    ? { ...rows, enteredType: typesReaching(type) }
    : { ...rows, statusType: [type] }
}

function describe(type: StatusType, count: number, funnel: Funnel): string {
  const label = t(statusTypeLabels[type])
  const people = plural(count, { one: '# application', other: '# applications' })
  return funnel === 'reached' && type !== 'closed'
    ? t`${people} reached ${label} or beyond`
    : t`${people} now in ${label}`
}

interface FunnelChoiceProps {
  funnel: Funnel
  onChange: (funnel: Funnel) => void
}

/** Selects what the strip counts. */
export function FunnelChoice({ funnel, onChange }: FunnelChoiceProps) {
  return (
    <ChoiceButtons
      label={t`Applications to count`}
      choices={[
        { value: 'now', label: t`Current` },
        { value: 'reached', label: t`Reached` },
      ]}
      chosen={funnel}
      onChoose={onChange}
    />
  )
}

/** Describes the choice in a sentence. */
export function funnelText(funnel: Funnel): string {
  return funnel === 'reached'
    ? t`Applications that reached each status type or beyond, whatever their current status.`
    : t`Applications in each status type now.`
}

interface FunnelStripProps {
  position: PositionDetails
  funnel: Funnel
}

/** Counts the applications that are in each type now, or have reached it; each number links to its rows. */
export function FunnelStrip({ position, funnel }: FunnelStripProps) {
  const { id, counts, reached } = position
  const shown = funnel === 'reached' ? reached : counts
  // Closed applications soon outnumber all others and would shrink their bars to nothing.
  const most = Math.max(1, ...statusTypeKeys.filter((type) => type !== 'closed').map((type) => shown[type]))
  return (
    <ol className={classes.funnel}>
      {statusTypeKeys.map((type, index) => {
        const before = statusTypeKeys[index - 1]
        const base = before && type !== 'closed' ? reached[before] : 0
        return (
          <li key={type}>
            <Link
              to="/applications"
              search={searchOf(id, type, funnel)}
              className={classes.step}
              title={`${describe(type, shown[type], funnel)}. ${t(statusTypeExplanations[type])}`}
              preload={false}
            >
              <span className={classes.figures}>
                <strong className={classes.figure}>{formatNumber(shown[type])}</strong>
                {funnel === 'reached' && base > 0 && (
                  <span className={classes.share} title={t`From previous step`}>
                    {formatPercent(reached[type] / base)}
                  </span>
                )}
              </span>
              <span className={classes.type}>
                <StatusIcon type={type} />
                <span className={classes.typeName}>{t(statusTypeLabels[type])}</span>
              </span>
              <span className={classes.bar} aria-hidden>
                <span style={{ width: `${Math.min(1, shown[type] / most) * 100}%` }} />
              </span>
            </Link>
          </li>
        )
      })}
    </ol>
  )
}
