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
  from: timestamp.optional().describe('The period begins at this time; defaults to the last 28 days'),
  to: timestamp.optional().describe('The period ends before this time; defaults to now'),
  timezone: timezone.optional(),
  companyId: list(id),
  positionId: list(id),
  ownerId: list(id),
  agentId: list(id),
  source: repeated(text(120)).describe('Applications from one of these sources'),
  bucket: z.enum(['day', 'week', 'month']).default('day').describe('The size of a bucket'),
  unit: z
    .enum(['day', 'week', 'month', 'quarter', 'year'])
    .optional()
    .describe('What the period is a part of, for the comparison with the one before'),
  former: flag.describe('true: the period before instead'),
})

/** The default number of rows in a report by company or source. */
export const firstReportRows = 20
export const maxReportRows = maxPageSize

/** With `limit`, the number of top rows. The answer has the total; an export contains all rows. */
export const rankedReportQuery = reportQuery.extend({
  limit: z.coerce.number().int().min(1).max(maxReportRows).default(firstReportRows),
})

/**
 * `to` and `previousTo` are not part of it. The period before is the same part of the week, month, quarter or year before,
 * or else as many days right before. A period that is not over, or ends within a day, is compared up to the same time of
 * day, to the minute; the last day of a shorter month stands for the days that it lacks.
 */
export const reportPeriod = z.object({
  from: timestamp,
  to: timestamp,
  previousFrom: timestamp.describe('The period of the same length before'),
  previousTo: timestamp,
  timezone: z.string(),
})

/** A share, 0 to 1; null if the base is 0. */
export const part = z.number().nullable().describe('From 0 to 1; null if it is a share of nothing')

/** Days or hours to one decimal, of `n` values; null if there are none. */
export const spread = z.object({
  n: z.int().describe('The number of values'),
  median: z.number().nullable(),
  p90: z.number().nullable().describe('The 90th percentile'),
})

/** The input of a report's export: its filters and the file format. It contains all columns. */
export const reportExportQuery = reportQuery.extend({
  format: z.enum(exportFormats).default('csv').describe('The file format'),
  bom: flag,
})
