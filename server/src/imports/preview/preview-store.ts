import { DatabaseSync } from 'node:sqlite'
import type { ImportCase } from '@muster/contract/import-cases.ts'
import type { ImportTarget } from '@muster/contract/import-fields.ts'
import type { RowResult } from '../rows/decide-row.ts'
import type { PreviewedRow } from './present-row.ts'

/** Which rows are wanted. */
export interface PreviewFilter {
  only?: RowResult | undefined
  reason?: string | undefined
  case?: ImportCase | undefined
  lost?: ImportTarget | 'any' | undefined
}

/** The rows looked at so far, found by what became of them. */
export interface PreviewStore {
  save(rows: readonly PreviewedRow[]): void
  /** The next rows after one, in the order of the file. */
  list(filter: PreviewFilter, after: number, limit: number): PreviewedRow[]
  /** How many rows have a problem with a cell that says just this. */
  countSame(column: number, value: string): number
  close(): void
}

/**
 * Keeps what a look at a file found in a database of its own, which goes to the disk as it grows and vanishes when it is
 * closed: so a page of a million rows costs what a page of ten does.
 */
export function openPreviewStore(): PreviewStore {
  const db = new DatabaseSync('')
  db.exec(`
    pragma journal_mode = off;
    pragma synchronous = off;
    create table looked (number integer primary key, result text not null, shown text not null);
    create index looked_by_result on looked (result, number);
    create table found (code text, number integer, primary key (code, number)) without rowid;
    create table bad (place text, number integer, primary key (place, number)) without rowid;
  `)
  const put = db.prepare('insert into looked values (?, ?, ?)')
  const putFound = db.prepare('insert or ignore into found values (?, ?)')
  const putBad = db.prepare('insert or ignore into bad values (?, ?)')
  const countBad = db.prepare('select count(*) as count from bad where place = ?')
  const placeOf = (column: number, value: string) => `${column} ${value}`

  return {
    save(rows) {
      db.exec('begin')
      for (const row of rows) {
        put.run(row.row, row.result, JSON.stringify(row))
        for (const { code, cell } of row.problems) {
          putFound.run(code, row.row)
          if (cell !== null) putBad.run(placeOf(cell, row.cells[cell] ?? ''), row.row)
        }
        for (const { kind } of row.cases) putFound.run(`case ${kind}`, row.row)
        for (const { field } of row.lost) putFound.run(`lost ${field}`, row.row)
        if (row.lost.length > 0) putFound.run('lost any', row.row)
      }
      db.exec('commit')
    },
    list(filter, after, limit) {
      const codes = [
        filter.reason,
        filter.case && `case ${filter.case}`,
        filter.lost && `lost ${filter.lost}`,
      ].filter((code) => code !== undefined)
      const joins = codes.map(
        (_, index) => `join found f${index} on f${index}.number = looked.number and f${index}.code = ?`,
      )
      const ofResult = filter.only === undefined ? '' : 'and result = ?'
      const rows = db
        .prepare(
          `select shown from looked ${joins.join(' ')} where looked.number > ? ${ofResult}
           order by looked.number limit ?`,
        )
        .all(...codes, after, ...(filter.only === undefined ? [] : [filter.only]), limit)
      return rows.map(({ shown }) => JSON.parse(shown as string) as PreviewedRow)
    },
    countSame: (column, value) => Number(countBad.get(placeOf(column, value))!.count),
    close: () => db.close(),
  }
}
