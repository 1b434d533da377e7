import type { ReactNode } from 'react'
import classes from './list-total.module.css'

/** How many there are in a list, at the right of its toolbar; what follows keeps its place while nobody knows yet. */
export function ListTotal({ children }: { children: ReactNode }) {
  return <span className={classes.total}>{children}</span>
}
