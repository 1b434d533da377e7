import type { ReactNode } from 'react'
import classes from './facts.module.css'

/** A list of short facts: a label and a value each. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

/** Stands where a fact is not known. */
export const nothing = <span className={classes.none}>—</span>

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className={classes.label}>{label}</dt>
      <dd className={classes.value}>{children || nothing}</dd>
    </>
  )
}
