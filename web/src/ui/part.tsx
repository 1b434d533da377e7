import type { ReactNode } from 'react'
import classes from './part.module.css'

interface PartProps {
  title?: ReactNode
  /** Marks a destructive section. */
  warns?: boolean
  /** The accessible name, if there is no title or it is not sufficient. */
  label?: string
  children: ReactNode
}

/** A section of a drawer with a heading. */
export function Part({ title, warns, label, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={label}>
      {title && <h3 data-warns={warns || undefined}>{title}</h3>}
      {children}
    </section>
  )
}
