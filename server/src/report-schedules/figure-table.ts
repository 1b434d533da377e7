import type { MailTable } from '../mail/write-email.ts'

export interface FigureCell {
  text: string
  /** Of too few to compare. */
  isFew?: boolean | undefined
  /** What it is of: "43 of 60". */
  of?: string | undefined
  /** How strongly a heat map shades it, from 0 to 1. */
  shade?: number | undefined
}

interface FigureRow {
  label: string
  cells: readonly FigureCell[]
}

/** The figures of a report: the first column names the rows, and the last row is the total if it has one. */
export interface FigureTable {
  columns: readonly string[]
  rows: readonly FigureRow[]
  hasTotal: boolean
}

/** Returns the text of a figure, with a mark if it is of too few to compare. */
export const textOf = ({ text, isFew }: FigureCell) => (isFew ? `${text}*` : text)

/** Returns the table as emails have it: whole, or with at most so many columns and that of the total. */
export function mailTable({ columns, rows, hasTotal }: FigureTable, mostColumns = Infinity): MailTable {
  const cut = <Item>(items: readonly Item[]) =>
    items.length > mostColumns + 1 ? [...items.slice(0, mostColumns), items.at(-1)!] : items
  const [name, ...others] = columns
  return {
    columns: [name!, ...cut(others)],
    rows: rows.map(({ label, cells }) => [label, ...cut(cells).map(textOf)]),
    hasTotal,
  }
}
