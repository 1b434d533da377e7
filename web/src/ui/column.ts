import type { ReactNode } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** For columns of buttons: the header is visible to screen readers only. */
  headerHidden?: boolean
  cell: (row: Row) => ReactNode
  /** A CSS grid track; defaults to `minmax(120px, 1fr)`. */
  width?: string
  align?: 'right'
  /** The sort key of this column for its first click; a leading `-` is descending. */
  sort?: string
  /** Hidden on screens narrower than this: 768 or 1200 px. */
  from?: 'sm' | 'lg'
  /** Cannot be reordered. */
  fixed?: boolean
}

/** Rearranges the columns of a list. */
export interface Arrange {
  /** Moves a column before or after another. */
  onMove: (id: string, besideId: string, edge: 'left' | 'right') => void
  /** Sets a width in pixels; undefined restores the default. */
  onResize: (id: string, width: number | undefined) => void
}

export const narrowest = 48
export const widest = 800

export function trackOf({ width }: Pick<Column<never>, 'width'>): string {
  return width ?? 'minmax(120px, 1fr)'
}

/** Returns the minimum width of a track: 132 for `minmax(132px, 1fr)` and `132px`. */
export function leastWidth(track: string): number {
  return Number(/(\d+)px/.exec(track)?.[1] ?? 0)
}

export function withinLimits(width: number): number {
  return Math.round(Math.max(narrowest, Math.min(widest, width)))
}
