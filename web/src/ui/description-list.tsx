import type { ReactNode } from 'react'
import classes from './description-list.module.css'

/** A list of labels and values as `dt` and `dd`; wrap pairs that are rendered from a list in a `div`. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}
