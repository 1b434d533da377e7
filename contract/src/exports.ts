import { z } from 'zod'
import { type FieldColumn, fieldColumnPattern } from './field-subjects.ts'
import { flag, list, timezone } from './fields.ts'

export const exportFormats = ['csv', 'xlsx'] as const

const fieldColumn = z
  .string()
  .regex(fieldColumnPattern, /*i18n*/ 'There is no such column') as unknown as z.ZodType<FieldColumn, string>

const whichColumns =
  "Defaults to all. Contact data is omitted for callers who may not export it. A column that the caller's role may not see is omitted too, and FORBIDDEN if it is named."

/** As `exportQuery`, for a list whose rows have custom fields. */
export function fieldExportQuery<Column extends string>(columns: readonly [Column, ...Column[]]) {
  return exportQuery(columns).extend({
    columns: list(z.union([z.enum(columns), fieldColumn]), 1200).describe(
      `${whichColumns} Custom fields are \`field.<key>\`, those of the candidates of applications \`candidate.<key>\`; personal ones are omitted as contact data is.`,
    ),
  })
}

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
    columns: list(z.enum(columns)).describe(whichColumns),
  })
}
