import type { RawBuilder } from 'kysely'
import { inCurrentLanguage, t } from '#texts'

export type ExportKind = 'text' | 'number' | 'day' | 'time'

interface Options {
  /** Formats a stored value that is one of a few, in the reader's language. */
  format?: (stored: string) => string
  /** Most rows have one of a few values. Workbooks store those once. */
  repeats?: boolean
  /** Contact data: left out for users who may not export it. */
  contact?: boolean
  /** In characters, for workbooks. */
  width?: number
}

/** One column of an export: its header, the kind of its cells, and its SQL in the list's own query. */
export interface ExportColumn extends Options {
  header: string
  kind: ExportKind
  /** A timestamptz for `day` and `time`, a number for `number`, else a text. Null leaves the cell empty. */
  sql: RawBuilder<unknown>
}

/** How much was written so far. */
export interface ExportProgress {
  rows: number
  complete: boolean
}

type Sql = RawBuilder<unknown>

export function text(header: string, cell: Sql, options: Options = {}): ExportColumn {
  return { header, kind: 'text', sql: cell, ...options }
}

export function number(header: string, cell: Sql): ExportColumn {
  return { header, kind: 'number', sql: cell, width: 12 }
}

export function day(header: string, cell: Sql): ExportColumn {
  return { header, kind: 'day', sql: cell, width: 12 }
}

export function time(header: string, cell: Sql): ExportColumn {
  return { header, kind: 'time', sql: cell, width: 17 }
}

/** A boolean column: Yes or No. */
export function flag(header: string, cell: Sql): ExportColumn {
  const format = inCurrentLanguage((stored: string) => (stored === 't' ? t`Yes` : t`No`))
  return { header, kind: 'text', sql: cell, format, width: 12 }
}

const arrayItem = /"((?:[^"\\]|\\.)*)"|([^,{}]+)/gs

/** Splits an array as PostgreSQL writes it: {night,"a, b"}. */
function itemsOf(stored: string): string[] {
  return [...stored.matchAll(arrayItem)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/gs, '$1') ?? plain!,
  )
}

/** An import would split an item at these. */
const separating = /[[\],;|"；，、\n]| {2}/

/** Joins texts with commas, or as JSON when an import would split one. */
export function joinItems(items: readonly string[]): string {
  return items.some((item) => separating.test(item)) ? JSON.stringify(items) : items.join(', ')
}

/** A text[] column. */
export function list(header: string, cell: Sql): ExportColumn {
  const format = (stored: string) => joinItems(itemsOf(stored))
  return { header, kind: 'text', sql: cell, format, width: 24 }
}
