import type { ReactNode } from 'react'
import classes from './list-total.module.css'

/** The total of a list, at the right of its toolbar. It reserves its space while loading. */
export function ListTotal({ children }: { children: ReactNode }) {
  return <span className={classes.total}>{children}</span>
}
