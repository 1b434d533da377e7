import { z } from 'zod'
import { flag, list, timezone } from './fields.ts'

export const exportFormats = ['csv', 'xlsx'] as const

/**
 * The input of every export beside its list's filters and order. `bom=true` marks a CSV as UTF-8 for older
 * spreadsheet programs.
 */
export function exportQuery<Column extends string>(columns: readonly [Column, ...Column[]]) {
  return z.object({
    format: z.enum(exportFormats).default('csv').describe('The file format'),
    bom: flag.describe('true: a CSV begins with a byte order mark, for older spreadsheets'),
    timezone: timezone
      .optional()
      .describe("The timezone of days and times. Defaults to the workspace's, as an import reads them."),
    columns: list(z.enum(columns)).describe(
      "Defaults to all. Contact data is omitted for callers who may not export it. A column that the caller's role may not see is omitted too, and FORBIDDEN if it is named.",
    ),
  })
}
