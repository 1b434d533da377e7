import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconBuilding, IconChevronDown, IconChevronRight, IconUserQuestion } from '@tabler/icons-react'
import { Avatar } from '../ui/avatar.tsx'
import { formatNumber } from '../ui/format.ts'
import type { LaneLayout } from './lane-rows.ts'
import classes from './lanes-view.module.css'

/** The header of a lane: its owner or company and the number of cards. It collapses the lane. */
export function LaneHeader({ layout, onFold }: { layout: LaneLayout; onFold: (folded: boolean) => void }) {
  const { lane, parts, folded } = layout
  const count = parts.reduce((sum, part) => sum + part.total.value, 0)
  const Chevron = folded ? IconChevronRight : IconChevronDown
  return (
    <h3 className={classes.laneHeading}>
      <button
        type="button"
        id={`lane-${lane.id}`}
        className={classes.laneHeader}
        aria-expanded={!folded}
        title={folded ? t`Expand` : t`Collapse`}
        onClick={() => onFold(!folded)}
      >
        <Chevron size={16} stroke={1.6} aria-hidden />
        {lane.group === 'company' && <IconBuilding size={16} stroke={1.6} aria-hidden />}
        {lane.group === 'owner' &&
          (lane.name === null ? (
            <IconUserQuestion size={16} stroke={1.6} aria-hidden />
          ) : (
            <Avatar name={lane.name} size={20} decorative />
          ))}
        <span className={classes.laneName}>{lane.name ?? <Trans>Unassigned</Trans>}</span>
        <span
          className={classes.laneCount}
          title={plural(count, { one: '# application', other: '# applications' })}
        >
          {formatNumber(count)}
        </span>
      </button>
    </h3>
  )
}
