import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import classes from './state-dot.module.css'

interface StateDotProps {
  /** The shape and colour: `full` is good, `half` needs attention, `late` is overdue, `empty` is over. */
  fill: 'full' | 'half' | 'late' | 'empty'
  children: ReactNode
}

/** A state with a dot before it. */
export function StateDot({ fill, children }: StateDotProps) {
  return (
    <span className={classes.state} data-fill={fill}>
      {children}
    </span>
  )
}

/** Returns the dot of an invoice: overdue stands out, closed ones recede. */
export function invoiceFill({ state, isOverdue }: { state: 'open' | 'paid' | 'void'; isOverdue: boolean }) {
  if (state === 'open') return isOverdue ? 'late' : 'half'
  return state === 'paid' ? 'full' : 'empty'
}

/** Replaces "Open" once the due date has passed. */
export const overdueText = () => t({ message: 'Overdue', context: 'an invoice' })
