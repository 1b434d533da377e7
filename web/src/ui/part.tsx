import type { ReactNode } from 'react'
import classes from './part.module.css'

interface PartProps {
  title?: ReactNode
  /** The title warns of what is below it. */
  warns?: boolean
  /** A name for what has no title, or whose title is not enough. */
  label?: string
  children: ReactNode
}

/** A part of a drawer, with its heading. */
export function Part({ title, warns, label, children }: PartProps) {
  return (
    <section className={classes.part} aria-label={label}>
      {title && <h3 data-warns={warns || undefined}>{title}</h3>}
      {children}
    </section>
  )
}
