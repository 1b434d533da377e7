import { z } from 'zod'
import { exportFormats } from './exports.ts'
import { flag, id, list, repeated, text, timestamp, timezone } from './fields.ts'
import { maxPageSize } from './paging.ts'

/**
 * The period and slice a report is about. Without `to` it ends now; without `from` it is the last 28 days, today
 * included, as the workspace's timezone (or `timezone`) counts days. `ownerId` is of the application, `agentId`
 * of a call on it. A period has at most 1,100 buckets.
 */
export const reportQuery = z.object({
  from: timestamp.optional(),
  to: timestamp.optional(),
  timezone: timezone.optional(),
  companyId: list(id),
  positionId: list(id),
  ownerId: list(id),
  agentId: list(id),
  source: repeated(text(120)),
  bucket: z.enum(['day', 'week', 'month']).default('day'),
})

/** How many rows of a report with one for each company or source come when none is asked for. */
export const firstReportRows = 20
export const mostReportRows = maxPageSize

/** With `limit`, how many rows come of those with most; the answer says how many there are, an export has all. */
export const rankedReportQuery = reportQuery.extend({
  limit: z.coerce.number().int().min(1).max(mostReportRows).default(firstReportRows),
})

/**
 * `to` is not part of it. The period before has as many days on the calendar and ends at `from`; the day that is not
 * over yet counts as one.
 */
export const reportPeriod = z.object({
  from: timestamp,
  to: timestamp,
  previousFrom: timestamp,
  timezone: z.string(),
})

/** A part of a whole, 0 to 1; null of nothing. */
export const part = z.number().nullable()

/** Days or hours to one decimal, of `n`; null of none. */
export const spread = z.object({ n: z.int(), median: z.number().nullable(), p90: z.number().nullable() })

/** What an export of a report takes: its slice and the file. All columns are in it. */
export const reportExportQuery = reportQuery.extend({
  format: z.enum(exportFormats).default('csv'),
  bom: flag,
})
