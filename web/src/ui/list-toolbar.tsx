import type { ReactNode } from 'react'
import classes from './list-toolbar.module.css'

interface ListToolbarProps {
  /** The search field and the filters, which scroll where there is no room for all. */
  children: ReactNode
  /** How many the list has; left out where there is little room. */
  total: ReactNode
  /** What stays in view at the end: an export, and what adds. */
  actions?: ReactNode
  /** Beside a navigation of its own, where there is less room. */
  narrow?: boolean
}

/** What stands above a list within a screen: what is shown of it, and how many that are. */
export function ListToolbar({ children, total, actions, narrow }: ListToolbarProps) {
  return (
    <div className={classes.toolbar} data-narrow={narrow || undefined}>
      <div className={classes.filters}>{children}</div>
      <span className={classes.total} aria-live="polite">
        {total}
      </span>
      {actions}
    </div>
  )
}
