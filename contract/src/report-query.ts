import { z } from 'zod'
import { exportFormats } from './exports.ts'
import { flag, id, list, repeated, text, timestamp, timezone } from './fields.ts'
import { maxPageSize } from './paging.ts'

/**
 * The period and slice a report is about. Without `to` it ends now; without `from` it is the last 28 days, today
 * included, as the workspace's timezone (or `timezone`) counts days. `ownerId` is of the application, `agentId`
 * of a call on it. A period has at most 1,100 buckets.
 *
 * `unit` says what the period is a part of, for the comparison with the one before (see `previousFrom` of the answer). Without
 * it, one that begins on the first of a month is a part of that month, quarter or year, the shortest it is within; one that
 * begins on a Monday and is within a week is a part of that week; any other, and the last 28 days, is a number of days. With
 * `former` the report is of the period before instead.
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
  unit: z.enum(['day', 'week', 'month', 'quarter', 'year']).optional(),
  former: flag,
})

/** How many rows of a report with one for each company or source come when none is asked for. */
export const firstReportRows = 20
export const mostReportRows = maxPageSize

/** With `limit`, how many rows come of those with most; the answer says how many there are, an export has all. */
export const rankedReportQuery = reportQuery.extend({
  limit: z.coerce.number().int().min(1).max(mostReportRows).default(firstReportRows),
})

/**
 * `to` and `previousTo` are not part of it. The period before is the same part of the week, month, quarter or year before,
 * or else as many days right before. A period that is not over, or ends within a day, is compared up to the same time of
 * day, to the minute; the last day of a shorter month stands for the days that it lacks.
 */
export const reportPeriod = z.object({
  from: timestamp,
  to: timestamp,
  previousFrom: timestamp,
  previousTo: timestamp,
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
