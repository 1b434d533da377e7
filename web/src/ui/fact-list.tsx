import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

/** Names with their values beside them, as `dt` and `dd`; a pair that comes from a list stands in a `div`. */
export function FactList({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}
