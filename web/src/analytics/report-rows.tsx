import type { RowsPeriod, RowsSlice } from '@muster/contract/report-rows.ts'
import { createContext, type ReactNode, useContext } from 'react'
import { ListLink, RowsLink } from '../dashboard/rows-link.tsx'
import type { Figure } from './charts/chart.ts'

/** The period and filters of the report that the figures below belong to. */
export const RowsOf = createContext<{ period: RowsPeriod; slice: RowsSlice } | null>(null)

interface FigureLinkProps {
  figure: Figure
  className?: string | undefined
  label?: string
  title?: string
  tabIndex?: number
  children?: ReactNode
}

/** Renders a figure as a link to its rows, or as text if it counts none. */
export function FigureLink({
  figure,
  className,
  label,
  title,
  tabIndex,
  children = figure.text,
}: FigureLinkProps) {
  const of = useContext(RowsOf)
  if (figure.behind)
    return (
      <ListLink
        behind={figure.behind}
        className={className}
        {...(label && { label })}
        {...(title && { title })}
        {...(tabIndex !== undefined && { tabIndex })}
      >
        {children}
      </ListLink>
    )
  if (!figure.counts || !of) return <span className={className}>{children}</span>
  return (
    <RowsLink
      counts={figure.counts}
      period={figure.period ?? of.period}
      slice={of.slice}
      className={className}
      {...(label && { label })}
      {...(title && { title })}
      {...(tabIndex !== undefined && { tabIndex })}
    >
      {children}
    </RowsLink>
  )
}
