import { z } from 'zod'
import { applicationFilters } from './application-filters.ts'
import { endpoint } from './endpoint.ts'
import { exportFormats } from './exports.ts'
import { flag, list, timestamp, timezone } from './fields.ts'
import {
  type AnyGrouping,
  aggregates,
  durationKeys,
  fieldGroupingPattern,
  groupingKeys,
  measureKeys,
  type Summarized,
  summarizedPattern,
} from './measures.ts'
import { part, reportPeriod, reportQuery } from './report-query.ts'
import { funnelTypes } from './status-types.ts'

/** The list's filters that a report takes. `agentId`, `queueId` and `campaignId` also restrict the calls that are counted. */
export const exploreFilters = applicationFilters.pick({
  positionId: true,
  positionState: true,
  companyId: true,
  pipelineId: true,
  ownerId: true,
  agentId: true,
  queueId: true,
  campaignId: true,
  source: true,
  sourceless: true,
  tag: true,
  statusType: true,
  disposition: true,
  reasonId: true,
  open: true,
  field: true,
})

const groupingKey = z.union(
  [z.enum(groupingKeys), z.string().regex(fieldGroupingPattern)],
  /*i18n*/ 'Unknown grouping',
) as unknown as z.ZodType<AnyGrouping, AnyGrouping>

const summarized = z
  .string()
  .regex(
    summarizedPattern,
    /*i18n*/ 'Name a field of applications, candidates or calls, such as field.pay, or callCost',
  ) as unknown as z.ZodType<Summarized, Summarized>

const maxMeasures = 6
const maxGroups = 100
const maxColumns = 24

/**
 * The period is as in every report. `groups` and `columns` limit the first and second grouping to the groups that the
 * first measure counts most in. All others are added up as one more group, and times, weekdays, hours, stages and
 * outcomes are never limited.
 */
export const exploreQuery = z.object({
  measure: list(z.enum(measureKeys), maxMeasures)
    .transform((measures) => (measures?.length ? measures : [measureKeys[0]]))
    .describe(
      'What to measure, up to 6; new applications if left out. The first one decides which groups are returned.',
    ),
  by: list(groupingKey, 2).describe(
    'Up to two groupings. Each measure must have them: agents, call queues and voice campaigns are of calls, reasons of closed applications. All have custom fields of the types `choice`, `choices`, `boolean` and `user`: `field.<key>` of the application, `candidate.<key>`, `position.<key>` and `company.<key>`.',
  ),
  of: summarized
    .optional()
    .describe(
      'A custom field of type `number` or `money`, whose values are summarized: `field.<key>` of the applications and `candidate.<key>` of the candidates of measures that count applications, `call.<key>` of measures that count calls. `callCost` is what providers reported that these calls cost. Each application, candidate or call counts once in a cell; those without a value are left out.',
    ),
  aggregate: z
    .enum(aggregates)
    .default('average')
    .describe('How the values of `of` are summarized; ignored without `of`'),
  from: reportQuery.shape.from,
  to: reportQuery.shape.to,
  timezone: timezone.optional(),
  unit: reportQuery.shape.unit,
  former: reportQuery.shape.former,
  compare: flag.describe('false: without the period before'),
  groups: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxGroups)
    .default(20)
    .describe('The number of groups of the first grouping'),
  columns: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxColumns)
    .default(8)
    .describe('The number of groups of the second grouping'),
  ...exploreFilters.shape,
})

const share = z.int().nullable().describe('Of `n`, those in the numerator of a rate; else null')
const p90 = z.number().nullable().describe('The 90th percentile of a duration; else null')
const value = z
  .number()
  .nullable()
  .describe(
    'A count, minutes, a share from 0 to 1, a median in days or hours, or the values of a field summarized, money in minor units; null if it is of nothing',
  )
const n = z
  .int()
  .describe(
    'What the value is of: the applications or calls counted, the base of a rate, the durations, or the values of a field',
  )

const cell = z.object({
  row: z.int().nullable().describe('The index in `rows`; null for the total of all'),
  column: z.int().nullable().describe('The index in `columns`; null for the total of all'),
  value,
  n,
  part: share,
  p90,
  rows: z
    .int()
    .describe('The rows of the list behind it. Only stays in a stage may be more than the applications.'),
  isFew: z
    .boolean()
    .describe('Whether a rate, an average or a median is of fewer than 10: too few to compare'),
  previous: z
    .object({ value, n, part: share, p90, rows: z.int().describe('The rows of the list behind it') })
    .nullable()
    .describe('The same in the period before; null if there is nothing to compare with'),
})

const group = z.object({
  key: z
    .string()
    .nullable()
    .describe('The ID, the text, or the first day of a week or month; null for those without one'),
  name: z.string().nullable().describe('Null for times, and for those without one'),
  isOthers: z.boolean().describe('Whether it is all other groups together'),
  others: z
    .array(z.string().nullable())
    .describe('If it is all others: the keys that are not among them, as `countedIn` excludes them'),
  at: timestamp.nullable().describe('When a day, week or month begins; else null'),
  previousKey: z
    .string()
    .nullable()
    .describe('The day, week or month it is compared with; null if it is not a time or there is none'),
  isPartial: z
    .boolean()
    .describe('Whether the day, week or month is not over, or the period includes only a part of it'),
})

export const exploreReport = endpoint({
  name: 'exploreReport',
  tag: 'Analytics',
  summary: 'Measure by up to two groupings',
  description:
    'Returns defined measures of a period by up to two groupings, each with the period before. Totals are ' +
    'counted from the rows, so an application that is in two groups counts once in the total. Cells that ' +
    'count nothing in either period are left out.\n\n' +
    'A group is found by `countedIn` of `listApplications` and `listCalls`, with `counted`, `countedFrom` ' +
    'and `countedTo`: they list exactly the rows of a cell. VALIDATION for a grouping that a measure does ' +
    'not have.\n\n' +
    'With `of`, the values of a custom field are summarized instead: the sum, average or median of those of the ' +
    'applications that the measure counts, of their candidates, or of the calls that it counts. `n` is how many ' +
    'have a value. The rows of a cell are then those with a value, as the filter `field=<key>:filled` has them, or ' +
    '`field=candidate.<key>:filled`. With `of=callCost` they are the calls with a cost (`withCost`). VALIDATION if the values are in several currencies, which do not add up.',
  method: 'GET',
  path: '/explore/',
  permission: 'reports:read',
  query: exploreQuery,
  response: z.object({
    period: reportPeriod.extend({
      isPartial: z.boolean().describe('Whether the period is not over'),
    }),
    by: z.array(groupingKey).describe('The groupings, as requested'),
    rows: z.array(group).describe('The groups of the first grouping'),
    rowCount: z.int().describe('How many groups there are, those added up as others included'),
    columns: z.array(group).describe('The groups of the second grouping'),
    columnCount: z.int().describe('How many groups there are, those added up as others included'),
    measures: z
      .array(
        z.object({
          measure: z.enum(measureKeys).describe('What is measured'),
          unit: z
            .enum(['count', 'minutes', 'share', 'days', 'hours', 'number', 'money'])
            .describe('What its values are'),
          summary: z
            .object({
              field: summarized.describe('What is summarized, as requested'),
              aggregate: z.enum(aggregates).describe('How its values are summarized'),
              label: z.string().describe('The label of the field, or “Call costs”'),
              unit: z.string().nullable().describe('Shown after its numbers, such as `km`; null for none'),
              currency: z.string().nullable().describe('Of money, as ISO 4217; null for numbers'),
            })
            .nullable()
            .describe('What is summarized; null if rows are counted'),
          definition: z.string().describe('What it counts, in the language of the request'),
          cells: z.array(cell),
        }),
      )
      .describe('The measures, in the order requested'),
  }),
  errors: ['UNAVAILABLE'],
})

export const exportExplore = endpoint({
  name: 'exportExplore',
  tag: 'Analytics',
  summary: 'Export measures by up to two groupings',
  description:
    'Exports the cells as CSV or XLSX, one row for each group and measure. The workbook has its filters and ' +
    'definitions on a separate sheet.',
  method: 'GET',
  path: '/explore/export/',
  permission: 'reports:export',
  query: exploreQuery.extend({
    format: z.enum(exportFormats).default('csv').describe('The file format'),
    bom: flag,
  }),
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

const spreadOfPeriod = z.object({
  n,
  median: z.number().nullable().describe('The median, in the unit of the measure; null without values'),
  p90: z.number().nullable().describe('The 90th percentile; null without values'),
})

export const exploreDistribution = endpoint({
  name: 'exploreDistribution',
  tag: 'Analytics',
  summary: 'The distribution of a duration',
  description:
    'Returns how the values of a duration are distributed: the median, the 90th percentile and a histogram, with the ' +
    'period before. The rows behind a bar are found by `counted` with `countedFrom`, `countedTo`, ' +
    '`countedValueFrom` and `countedValueTo` of `listApplications`. VALIDATION for a measure that is no duration.',
  method: 'GET',
  path: '/explore/distribution/',
  permission: 'reports:read',
  query: z.object({
    measure: z.enum(durationKeys).default(durationKeys[0]).describe('The duration to measure'),
    from: reportQuery.shape.from,
    to: reportQuery.shape.to,
    timezone: timezone.optional(),
    unit: reportQuery.shape.unit,
    former: reportQuery.shape.former,
    ...exploreFilters.shape,
  }),
  response: spreadOfPeriod.extend({
    period: reportPeriod,
    measure: z.enum(durationKeys).describe('The duration, as requested'),
    unit: z.enum(['days', 'hours']).describe('What its values are'),
    definition: z.string().describe('What it counts, in the language of the request'),
    isFew: z.boolean().describe('Whether it is of fewer than 10 values: too few to compare'),
    bars: z
      .array(
        z.object({
          from: z.number().describe('The least value of the bar'),
          to: z.number().nullable().describe('The least value above the bar; null for the last one'),
          count: z.int().describe('The number of values'),
          rows: z.int().describe('The rows of the list behind it'),
        }),
      )
      .describe('The histogram: bars of one width, and one of everything longer'),
    previous: spreadOfPeriod.describe('The same in the period before'),
  }),
  errors: ['UNAVAILABLE'],
})

/** After how many days a cohort is looked at. */
export const cohortDays = [7, 14, 30, 60, 90] as const

const steps = ['week', 'month'] as const

const cohort = z.object({
  key: z.string().nullable().describe('The first day of the week or month; null for all of the period'),
  at: timestamp.nullable().describe('When it begins; null for all of the period'),
  n: z.int().describe('The applications created in it'),
  isPartial: z.boolean().describe('Whether it is not over, or the period includes only a part of it'),
  after: z
    .array(
      z.object({
        days: z.int().describe('Days of 24 hours since an application was created'),
        count: z.int().describe('The applications that reached the type or further within these days'),
        rate: part,
        isFew: z.boolean().describe('Whether it is of fewer than 10: too few to compare'),
        isOver: z.boolean().describe('Whether these days have passed for every application of it'),
      }),
    )
    .describe('After 7, 14, 30, 60 and 90 days'),
})

export const exploreCohorts = endpoint({
  name: 'exploreCohorts',
  tag: 'Analytics',
  summary: 'Cohorts by week or month',
  description:
    'Returns, for the applications created in each week or month of the period, how many reached a type or ' +
    'further within 7, 14, 30, 60 and 90 days. Undone moves do not count. The rows behind a figure are found ' +
    'by `counted=newApplications` with `countedReached` and `countedDays`.',
  method: 'GET',
  path: '/explore/cohorts/',
  permission: 'reports:read',
  query: z.object({
    step: z.enum(steps).default('week').describe('The size of a cohort'),
    reached: z.enum(funnelTypes).default('submitted').describe('The type that is reached'),
    from: reportQuery.shape.from,
    to: reportQuery.shape.to,
    timezone: timezone.optional(),
    unit: reportQuery.shape.unit,
    former: reportQuery.shape.former,
    ...exploreFilters.shape,
  }),
  response: z.object({
    period: reportPeriod,
    reached: z.enum(funnelTypes).describe('The type that is reached, as requested'),
    cohorts: z.array(cohort).describe('The earliest first'),
    total: cohort.describe('All of the period, counted from the rows'),
  }),
  errors: ['UNAVAILABLE'],
})
