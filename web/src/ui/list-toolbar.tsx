import type { ReactNode } from 'react'
import classes from './list-toolbar.module.css'

interface ListToolbarProps {
  /** The search field and the filters, which wrap if they do not fit, and scroll on a phone. */
  children: ReactNode
  /** The total of the list; hidden on narrow screens. */
  total: ReactNode
  /** Actions at the end that stay in view: an export, an Add button. */
  actions?: ReactNode
  /** For a list beside a navigation, with less room. */
  narrow?: boolean
}

/** The toolbar of a list within a screen: search, filters, total and actions. */
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
