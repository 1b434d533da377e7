import {
  type ReportFigure,
  type RowsBehind,
  type RowsPeriod,
  type RowsSlice,
  rowsBehind,
} from '@muster/contract/report-rows.ts'
import { stringifySearch } from '@muster/contract/search-parameters.ts'
import type { ReactNode } from 'react'
import { usePermission } from '../session/session.ts'
import { TextLink } from '../ui/link.tsx'

interface LinkProps {
  className?: string | undefined
  /** The accessible name, when the content is not sufficient. */
  label?: string
  title?: string
  tabIndex?: number
  children: ReactNode
}

interface RowsLinkProps extends LinkProps {
  counts: ReportFigure
  period: RowsPeriod
  slice: RowsSlice
}

/** Links a number or a bar to the rows it counts, if the user may see them. */
export function RowsLink({ counts, period, slice, ...link }: RowsLinkProps) {
  return <ListLink behind={rowsBehind(counts, period, slice)} {...link} />
}

/** Links to a list with its filters, or to the drawer of calls, if the user may see them. */
export function ListLink({
  behind: { list, filters },
  className,
  label,
  title,
  tabIndex,
  children,
}: LinkProps & { behind: RowsBehind }) {
  const may = usePermission(`${list}:read`)
  const shown = { className, title, tabIndex, 'aria-label': label }
  if (!may)
    return (
      <span className={className} title={title ?? label}>
        {children}
      </span>
    )
  if (list === 'calls')
    return (
      <TextLink
        {...shown}
        to="."
        search={((now: object) => ({ ...now, calls: stringifySearch(filters).slice(1) })) as never}
        resetScroll={false}
      >
        {children}
      </TextLink>
    )
  const search = list === 'applications' ? { open: 'all', ...filters } : filters
  return (
    <TextLink {...shown} to={`/${list}`} search={search as never}>
      {children}
    </TextLink>
  )
}
