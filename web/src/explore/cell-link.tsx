import type { Explored, Group, Measured } from '@muster/contract/explore-charts.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import type { AnyGrouping, Counted, CountedIn } from '@muster/contract/measures.ts'
import type { ReactNode } from 'react'
import { ListLink } from '../dashboard/rows-link.tsx'

/** A group of a cell, with its grouping. */
export interface Within {
  grouping: AnyGrouping
  group: Group
}

interface CellLinkProps {
  measured: Pick<Measured, 'measure' | 'summary'>
  /** Links to the numerator of a rate. */
  isPart?: boolean
  /** Links to the rows of the period before. */
  isPrevious?: boolean
  period: Explored['period']
  within: readonly Within[]
  filters: Record<string, string[]>
  className?: string | undefined
  label?: string
  title?: string
  children: ReactNode
}

function conditionOf({ grouping, group }: Within, isPrevious: boolean): CountedIn {
  if (group.isOthers) return { grouping, keys: group.others, isExcluded: true }
  return { grouping, keys: [isPrevious && group.at ? group.previousKey : group.key], isExcluded: false }
}

/** Links a number to exactly the rows that it counts. */
export function CellLink({
  measured: { measure, summary },
  isPart = false,
  isPrevious = false,
  period,
  within,
  filters,
  ...link
}: CellLinkProps) {
  const counted: Counted = isPart ? `${measure}.part` : measure
  const { timezone } = period
  const span = isPrevious
    ? { from: period.previousFrom, to: period.previousTo, timezone }
    : { from: period.from, to: period.to, timezone }
  const groups = within.map((each) => conditionOf(each, isPrevious))
  return <ListLink behind={rowsOfCell(counted, span, groups, filters, summary?.field)} {...link} />
}
