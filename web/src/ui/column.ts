import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** For columns of buttons: the header is only read out. */
  headerHidden?: boolean
  cell: (row: Row) => ReactNode
  /** A CSS grid track; `minmax(120px, 1fr)` when left out. */
  width?: string
  align?: 'right'
  /** The list's sort by this column, as its head sorts first; with `-` before it from the last to the first. */
  sort?: string
  /** Left out on screens narrower than this: 768 or 1200 px. */
  from?: 'sm' | 'lg'
  /** Stays where it is when the others are put in another order. */
  fixed?: boolean
}

/** What a person may do to the columns of a list. */
export interface Arrange {
  /** Puts a column before or behind another. */
  onMove: (id: string, besideId: string, edge: 'left' | 'right') => void
  /** A width in pixels, or undefined for the one it starts with. */
  onResize: (id: string, width: number | undefined) => void
}

export const narrowest = 48
export const widest = 800

export function trackOf({ width }: Pick<Column<never>, 'width'>): string {
  return width ?? 'minmax(120px, 1fr)'
}

/** The least that a track takes: `minmax(132px, 1fr)` and `132px` are 132. */
export function leastWidth(track: string): number {
  return Number(/(\d+)px/.exec(track)?.[1] ?? 0)
}

export function withinLimits(width: number): number {
  return Math.round(Math.max(narrowest, Math.min(widest, width)))
}
