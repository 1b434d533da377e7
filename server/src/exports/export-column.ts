import type { RawBuilder } from 'kysely'
import { inThisLanguage, t } from '#texts'

export type ExportKind = 'text' | 'number' | 'day' | 'time'

interface Options {
  /** Words what is stored, where that is one of a few: in the language of whoever reads it. */
  say?: (stored: string) => string
  /** Most rows say one of a few things. Spreadsheets keep those once. */
  repeats?: boolean
  /** How to reach or find a person: left out for those who may not take that away. */
  contact?: boolean
  /** In characters, for spreadsheets. */
  width?: number
}

/** One column of an export: its header, what kind of cells it has, and what it is in the list's own query. */
export interface ExportColumn extends Options {
  header: string
  kind: ExportKind
  /** For `day` and `time` a timestamptz, for `number` a number, else a text; null leaves the cell empty. */
  sql: RawBuilder<unknown>
}

/** What was written so far. */
export interface Taken {
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

/** Of a boolean: Yes or No. */
export function flag(header: string, cell: Sql): ExportColumn {
  const say = inThisLanguage((stored: string) => (stored === 't' ? t`Yes` : t`No`))
  return { header, kind: 'text', sql: cell, say, width: 12 }
}

const arrayItem = /"((?:[^"\\]|\\.)*)"|([^,{}]+)/gs

/** The items of an array as PostgreSQL writes it: {night,"a, b"}. */
function itemsOf(stored: string): string[] {
  return [...stored.matchAll(arrayItem)].map(
    ([, quoted, plain]) => quoted?.replace(/\\(.)/gs, '$1') ?? plain!,
  )
}

/** By these an import would take an item apart. */
const separating = /[[\],;|"；，、\n]| {2}/

/** Of a text[]: with commas, or as JSON where an item has signs by which an import would take it apart. */
export function list(header: string, cell: Sql): ExportColumn {
  const say = (stored: string) => {
    const items = itemsOf(stored)
    return items.some((item) => separating.test(item)) ? JSON.stringify(items) : items.join(', ')
  }
  return { header, kind: 'text', sql: cell, say, width: 24 }
}
