import { t } from '@lingui/core/macro'
import { IconCircleCheck, IconCircleX, IconPlayerPause } from '@tabler/icons-react'
import { type PositionState, stateLabels } from './position-state.ts'
import classes from './positions.module.css'

const icons = { open: IconCircleCheck, on_hold: IconPlayerPause, closed: IconCircleX }

/** A position's state as icon and text. */
export function StateBadge({ state }: { state: PositionState }) {
  const StateIcon = icons[state]
  return (
    <span className={classes.state} data-state={state}>
      <StateIcon size={14} stroke={1.6} aria-hidden />
      {t(stateLabels[state])}
    </span>
  )
}
