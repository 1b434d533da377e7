import type { ReactNode } from 'react'
import classes from './section.module.css'

interface SectionProps {
  title: string
  text?: ReactNode
  /** At the right of the title. */
  action?: ReactNode
  children?: ReactNode
}

/** A card with a title. */
export function Section({ title, text, action, children }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.header}>
        <div data-explained={text ? true : undefined}>
          <h2 className={classes.title}>{title}</h2>
          {text && <p className={classes.text}>{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

/** A column of sections with a readable width. */
export function Sections({ children, wide }: { children: ReactNode; wide?: boolean }) {
  return (
    <div className={classes.sections} data-wide={wide || undefined}>
      {children}
    </div>
  )
}
