import type { ImportTarget } from '@muster/contract/import-fields.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database/connect.ts'
import { opaqueId } from '../../database/opaque-id.ts'
import { unsafeCell } from '../../files/safe-cell.ts'
import type { LostCell } from '../meaning/lost-cell.ts'
import type { ImportOrder } from '../open-import.ts'
import { findReferenceColumns } from '../report-columns.ts'
import type { StoredLoss } from './lost-cells.ts'
import type { ReadRow } from './read-rows.ts'
import type { CorrectedImportRow } from './resolved-row.ts'
import { type StoredField, storedField } from './stored-field.ts'

interface Found {
  import_id: string
  row_number: number
  candidate_id: string
  cells: string[]
  lost: StoredLoss[]
}

export interface Corrected {
  row: CorrectedImportRow
  /** Whether a cell loses something that it did not have in the earlier import as well. */
  isNew(cell: LostCell): boolean
}

interface Reference {
  importId: string
  row: number
}

/** Which earlier row each row names; empty unless the file is made from a report of lost values. */
function readReferences({ table }: ImportOrder, rows: readonly ReadRow[]): Map<number, Reference> {
  const columns = findReferenceColumns(table.columns.map(({ original }) => original))
  if (!columns) return new Map()
  return new Map(
    rows.flatMap(({ number, cells }): [number, Reference][] => {
      const importId = z.uuid().safeParse(cells[columns.importId]?.trim().toLowerCase()).data
      const row = z.coerce.number().int().min(1).max(100_000_000).safeParse(cells[columns.row]?.trim()).data
      return importId && row ? [[number, { importId, row }]] : []
    }),
  )
}

async function loadRows(
  db: Database,
  workspaceId: string,
  references: readonly Reference[],
): Promise<Map<string, Found>> {
  const { rows } = await sql<Found>`
    select r.import_id, r.row_number, coalesce(c.merged_into, c.id) as candidate_id, r.cells, r.lost
    from unnest(
      ${references.map(({ importId }) => importId)}::uuid[], ${references.map(({ row }) => row)}::integer[]
    ) as given (import_id, row_number)
    join import_rows r on r.workspace_id = ${opaqueId(workspaceId)}
      and r.import_id = given.import_id and r.row_number = given.row_number
    join candidates c on c.workspace_id = r.workspace_id and c.id = r.candidate_id
    where r.lost is not null
  `.execute(db)
  return new Map(rows.map((row) => [`${row.import_id} ${row.row_number}`, row]))
}

function presentCorrected(
  { row_number: row, candidate_id: candidateId, cells, lost }: Found,
  own: ReadRow,
): Corrected {
  const byField = lost.flatMap(({ field, kept }): [StoredField, unknown][] => {
    const stored = storedField(field)
    return stored === null ? [] : [[stored, kept]]
  })
  const fields: ReadonlySet<ImportTarget> = new Set(lost.map(({ field }) => field))
  const lostThen = new Set(lost.map(({ index }) => index))
  return {
    row: { candidateId, row, lost: new Map(byField), fields },
    isNew: ({ index }) =>
      lostThen.has(index) || unsafeCell(own.cells[index] ?? '').trim() !== (cells[index] ?? '').trim(),
  }
}

/**
 * By row number: the row of an earlier import of the workspace that a row corrects, as a report of lost values names it.
 * Whoever it brought may be merged by now; somebody deleted is not found later.
 */
export async function findCorrectedRows(
  db: Database,
  order: ImportOrder,
  rows: readonly ReadRow[],
): Promise<ReadonlyMap<number, Corrected>> {
  const references = readReferences(order, rows)
  if (references.size === 0) return new Map()
  const found = await loadRows(db, order.workspaceId, [...references.values()])
  return new Map(
    rows.flatMap((own): [number, Corrected][] => {
      const reference = references.get(own.number)
      const earlier = reference && found.get(`${reference.importId} ${reference.row}`)
      return earlier ? [[own.number, presentCorrected(earlier, own)]] : []
    }),
  )
}
