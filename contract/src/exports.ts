import { z } from 'zod'
import { flag, list, timezone } from './fields.ts'

export const exportFormats = ['csv', 'xlsx'] as const

/**
 * What every export takes beside the filters and the order of its list. `bom=true` marks a CSV as UTF-8 for older
 * spreadsheet programs.
 */
export function exportQuery<Column extends string>(columns: readonly [Column, ...Column[]]) {
  return z.object({
    format: z.enum(exportFormats).default('csv'),
    bom: flag,
    /** Whose clocks days and times are shown by; the workspace's, as an import reads them, when left out. */
    timezone: timezone.optional(),
    /**
     * All of them when left out. Contact data are left out for those who may not export them. A column that the caller's
     * role may not see is left out too, and FORBIDDEN when it is named.
     */
    columns: list(z.enum(columns)),
  })
}
