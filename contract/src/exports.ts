import { z } from 'zod'
import { flag, timezone } from './fields.ts'

export const exportFormats = ['csv', 'xlsx'] as const

/** What every export takes. `bom=true` marks a CSV as UTF-8 for older spreadsheet programs. */
export const exportQuery = z.object({
  format: z.enum(exportFormats).default('csv'),
  bom: flag,
  /** Whose clocks days and times are shown by; the workspace's when left out. */
  timezone: timezone.optional(),
})
