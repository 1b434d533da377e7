import type { ExportColumn, ExportProgress } from './export-column.ts'
import { special, textOf } from './read-copied.ts'

/** Decodes a cell; null without a value. */
function decoded(kind: ExportColumn['kind'], cell: Buffer): string | number | null {
  if (cell.length === 2 && cell.toString('latin1') === '\\N') return null
  const text = textOf(cell, 0, cell.length, special.copy)
  if (kind === 'number') return Number(text)
  return kind === 'text' ? text : new Date(text).toISOString()
}

/** Writes an array of objects with the stored values, keyed by column name, for programs. Times are in UTC. */
export async function* writeJson(
  names: readonly string[],
  columns: readonly ExportColumn[],
  rows: AsyncIterable<Buffer>,
  progress: ExportProgress,
): AsyncGenerator<Buffer> {
  yield Buffer.from('[')
  for await (const some of rows) {
    const lines = some.toString('latin1').split('\n').slice(0, -1)
    const objects = lines.map((line) => {
      const cells = line.split('\t').map((cell) => Buffer.from(cell, 'latin1'))
      const values = columns.map(({ kind }, index) => [names[index], decoded(kind, cells[index]!)])
      return JSON.stringify(Object.fromEntries(values))
    })
    const separator = progress.rows > 0 ? ',\n' : '\n'
    progress.rows += lines.length
    if (lines.length > 0) yield Buffer.from(separator + objects.join(',\n'))
  }
  yield Buffer.from('\n]\n')
}
