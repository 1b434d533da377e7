import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Row, Table } from './files/table.ts'

/** A cell that a person corrected before the import. */
export interface Correction {
  column: number
  /** Null: every row whose cell says `original`. */
  row: number | null
  original: string
  value: string
}

/** A row with its cells as corrected, and what the file says in them. */
export interface CorrectedRow extends Row {
  corrected?: ReadonlyMap<number, string>
}

export async function loadCorrections(
  db: Database,
  workspaceId: string,
  importId: string,
): Promise<Correction[]> {
  const rows = await db
    .selectFrom('import_corrections')
    .where('workspace_id', '=', workspaceId)
    .where('import_id', '=', importId)
    .orderBy('corrected_at')
    .orderBy('column_index')
    .orderBy('row_number')
    .orderBy(sql`original collate "C"`)
    .select(['column_index as column', 'row_number', 'original', 'value'])
    .execute()
  return rows.map(({ row_number: row, ...one }) => ({ ...one, row: row === 0 ? null : row }))
}

/** The table with its cells as corrected. A correction of one row goes before that of a value. */
export function correctTable(table: Table, corrections: readonly Correction[]): Table {
  if (corrections.length === 0) return table
  const columns = [...new Set(corrections.map(({ column }) => column))]
  const key = (column: number, row: number | null, original: string) => `${column} ${row ?? ''} ${original}`
  const values = new Map(
    corrections.map(({ column, row, original, value }) => [key(column, row, original), value]),
  )
  function correct(row: Row): CorrectedRow {
    let cells: string[] | undefined
    const corrected = new Map<number, string>()
    for (const column of columns) {
      const cell = row.cells[column] ?? ''
      const original = cell.trim()
      const value = values.get(key(column, row.number, original)) ?? values.get(key(column, null, original))
      if (value === undefined) continue
      cells ??= [...row.cells]
      while (cells.length <= column) cells.push('')
      cells[column] = value
      corrected.set(column, cell)
    }
    return cells ? { ...row, cells, corrected } : row
  }
  return {
    ...table,
    async *rows(options) {
      for await (const row of table.rows(options)) yield correct(row)
    },
  }
}
