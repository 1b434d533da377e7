import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import classes from './state-dot.module.css'

interface StateDotProps {
  /** How far it is filled, and its colour: `full` is good, `half` wants a look, `late` is overdue, `empty` is over. */
  fill: 'full' | 'half' | 'late' | 'empty'
  children: ReactNode
}

/** A state with its shape before it. */
export function StateDot({ fill, children }: StateDotProps) {
  return (
    <span className={classes.state} data-fill={fill}>
      {children}
    </span>
  )
}

/** Of an invoice: overdue stands out, what is over steps back. */
export function invoiceFill({ state, isOverdue }: { state: 'open' | 'paid' | 'void'; isOverdue: boolean }) {
  if (state === 'open') return isOverdue ? 'late' : 'half'
  return state === 'paid' ? 'full' : 'empty'
}

/** Said instead of "Open" once it should have been paid. */
export const sayOverdue = () => t({ message: 'Overdue', context: 'an invoice' })
