import type { SelectQueryBuilder } from 'kysely'
import type { Services } from '../services.ts'
import type { ExportColumn } from './export-column.ts'
import { readCopied } from './read-copied.ts'
import { type AboutSheet, writeXlsx } from './write-xlsx.ts'

interface Workbook {
  /** Of the sheet. */
  name: string
  columns: readonly ExportColumn[]
  // biome-ignore lint/suspicious/noExplicitAny: any tables; the columns know them
  rows: SelectQueryBuilder<any, any, any>
  about?: AboutSheet
  timezone: string
  maxBytes: number
}

/**
 * Writes rows as a workbook in memory.
 * @returns null if it would be larger than `maxBytes`
 */
export async function writeWorkbook(
  { copyOut }: Pick<Services, 'copyOut'>,
  { name, columns, rows, about, timezone, maxBytes }: Workbook,
): Promise<Buffer | null> {
  const copy = await copyOut(rows.clearSelect().select(columns.map(({ sql }, index) => sql.as(`c${index}`))))
  try {
    const progress = { rows: 0, complete: false }
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of writeXlsx(columns, readCopied(copy), progress, {
      sheet: name,
      timezone,
      about,
    })) {
      bytes += chunk.length
      if (bytes > maxBytes) return null
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    copy.destroy()
  }
}
