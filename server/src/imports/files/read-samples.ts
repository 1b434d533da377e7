import type { Table } from './table.ts'

const rowsToSample = 20

/** For each column its filled values among the first 20 rows; the first of each is the one to show. */
export async function readSamples(table: Table): Promise<string[][]> {
  const samples: string[][] = table.columns.map(() => [])
  let read = 0
  for await (const { cells } of table.rows()) {
    table.columns.forEach(({ index }, column) => {
      const cell = cells[index] ?? ''
      if (cell.trim() !== '') samples[column]!.push(cell)
    })
    read++
    if (read === rowsToSample) break
  }
  return samples
}
