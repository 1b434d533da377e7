import { setImmediate } from 'node:timers/promises'
import type { Table } from '../files/table.ts'
import {
  type ImportDecisions,
  type MappedColumn,
  type NormalisedRow,
  normaliseCandidate,
} from '../meaning/normalise-candidate.ts'

/** A row of the file with what its cells say. */
export interface ReadRow {
  number: number
  cells: string[]
  /** What the file says in the cells that a person corrected. */
  corrected?: ReadonlyMap<number, string>
  said: NormalisedRow
}

/** Requests wait while rows are read: longer than this, and they would notice. */
const mostBusyMs = 8
/** A row may be long: of such ones fewer are held. */
const mostCharacters = 4_000_000

/**
 * The rows after the one numbered `after`, some hundreds at a time. The next ones are read while the caller works with
 * these, and no more than that is ever held.
 */
export async function* readRows(
  table: Table,
  columns: MappedColumn[],
  decisions: ImportDecisions,
  { after, size }: { after: number; size: number },
): AsyncGenerator<ReadRow[]> {
  const rows = table.rows({ after })[Symbol.asyncIterator]()
  const readChunk = async (): Promise<ReadRow[]> => {
    const chunk: ReadRow[] = []
    let since = performance.now()
    let characters = 0
    while (chunk.length < size && characters < mostCharacters) {
      const { value: row, done } = await rows.next()
      if (done) break
      for (const cell of row.cells) characters += cell.length
      chunk.push({ ...row, said: normaliseCandidate(columns, row.cells, decisions, row.ragged) })
      if (performance.now() - since < mostBusyMs) continue
      await setImmediate()
      since = performance.now()
    }
    return chunk
  }
  let next = readChunk()
  try {
    for (;;) {
      const chunk = await next
      if (chunk.length === 0) return
      next = readChunk()
      // The failure of rows read ahead is met when they are asked for, if they ever are.
      next.catch(() => {})
      yield chunk
    }
  } finally {
    await next.catch(() => {})
    await rows.return?.()
  }
}
