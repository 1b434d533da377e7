import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, repeated, text, timestamp, userRef, version, versionQuery } from './fields.ts'
import { computedPage, computedPageQuery } from './paging.ts'
import { currency, minor } from './plans.ts'
import { rankedReportQuery, reportExportQuery, reportPeriod } from './report-query.ts'

/** A month of the calendar, as `2026-03`. */
export const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, /*i18n*/ 'Enter a month from 2000 to 2099, such as 2026-03')
  .describe('A month of the calendar, such as `2026-03`')

const source = text(120, 1).describe(
  'The source as applications have it, in the same case. It need not have applications yet.',
)

const amount = z.object({
  minor: minor.describe("In the currency's minor unit, such as cents"),
  currency: currency.describe(
    'As ISO 4217, such as `EUR`. Amounts in several currencies are never added up.',
  ),
})

/** What a source cost in a month. */
export const sourceCost = z.object({
  id,
  source,
  month,
  amount: amount.describe('What was paid'),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  updatedAt: timestamp,
  updatedBy: userRef.nullable().describe('Who set it last; null if they no longer exist'),
})

export const listSourceCosts = endpoint({
  name: 'listSourceCosts',
  tag: 'Analytics',
  summary: 'List the costs of sources',
  description:
    'Returns what sources cost, by month and source, the earliest month first. It takes `reports:read`, as the report that is ' +
    'computed from them does. FORBIDDEN for roles that see only some applications, since costs are those of the whole workspace.',
  method: 'GET',
  path: '/source-costs/',
  permission: 'reports:read',
  query: computedPageQuery(['month', '-month'])
    .omit({ q: true })
    .extend({
      from: month.optional().describe('Costs of this month or later'),
      to: month.optional().describe('Costs of this month or earlier'),
      source: repeated(text(120)).describe('Costs of one of these sources'),
    }),
  response: computedPage(sourceCost),
})

export const setSourceCost = endpoint({
  name: 'setSourceCost',
  tag: 'Analytics',
  summary: "Set a source's cost of a month",
  description:
    'Sets what a source cost in a month, which replaces what was set before. It takes `workspace:manage`, as the other settings ' +
    'that everybody’s figures depend on do. CONFLICT if `version` is not that of the month’s cost, or is null and the month has ' +
    'one. Without `version`, the last call wins.',
  method: 'PUT',
  path: '/source-costs/',
  permission: 'workspace:manage',
  body: z.object({
    source,
    month,
    amount: amount.describe('What was paid'),
    version: version.nullable().optional().describe('As you read it; null if you read that there is none'),
  }),
  response: sourceCost,
  errors: ['CONFLICT'],
})

export const deleteSourceCost = endpoint({
  name: 'deleteSourceCost',
  tag: 'Analytics',
  summary: "Delete a source's cost of a month",
  description:
    'Deletes the cost for good; the audit log keeps the amount. CONFLICT if `version` is given and the cost has changed since.',
  method: 'DELETE',
  path: '/source-costs/{id}/',
  permission: 'workspace:manage',
  params: idParams,
  query: versionQuery,
  status: 204,
  errors: ['CONFLICT'],
})

const sum = z.object({
  minor: z.int().describe("In the currency's minor unit"),
  currency: z.string().describe('As ISO 4217, such as `EUR`'),
})

const sums = z.array(sum).describe('One for each currency, by its code; empty if nothing was paid')

const costPer = z.object({
  n: z.int().describe('What the costs are divided by'),
  isFew: z.boolean().describe('Whether it is of fewer than 10: too few to compare'),
  amounts: z
    .array(sum)
    .describe('The costs divided by `n`, rounded to the minor unit; empty if there are no costs or `n` is 0'),
})

const costFigures = {
  entered: sums.describe('What was entered for the months, by day'),
  calls: sums.describe('What the calls cost'),
  total: sums.describe('Both added up'),
  perConversation: costPer.describe('By conversations, as the measure `conversations` counts them'),
  perQualified: costPer.describe(
    'By applications that entered Qualified, as the measure `qualified` counts them',
  ),
  perHire: costPer.describe('By applications that entered Hired, as the measure `hired` counts them'),
} as const

export const getCostsBySource = endpoint({
  name: 'getCostsBySource',
  tag: 'Analytics',
  summary: 'Costs by source',
  description:
    'Returns what each source cost in the period, and per conversation, qualified application and hire of the same period ' +
    '(definitions `costsBySource` and `costPerOutcome`). The first `limit` sources are returned, the most expensive first; ' +
    '`sourceCount` is the number of all.\n\n' +
    'A month’s cost is spread over its days in whole minor units: up to day d of a month of m days it is the whole part of ' +
    'cost × d ÷ m. A period includes the days that begin in it, so periods that follow each other add up.\n\n' +
    'Costs are those of whole sources: VALIDATION for a filter by company, position, owner or agent, and FORBIDDEN for roles ' +
    'that see only some applications.',
  method: 'GET',
  path: '/dashboard/analytics/costs-by-source',
  permission: 'reports:read',
  query: rankedReportQuery,
  response: z.object({
    period: reportPeriod,
    sourceCount: z
      .int()
      .describe('The number of sources with costs, conversations, qualified applications or hires'),
    total: z.object(costFigures).describe('Of all sources'),
    monthsWithoutCosts: z
      .array(month)
      .describe('The months of the period for which nothing was entered, for any of the sources asked about'),
    items: z.array(
      z.object({
        source: z
          .string()
          .nullable()
          .describe('Null: applications without one, and calls without an application'),
        ...costFigures,
      }),
    ),
  }),
  errors: ['UNAVAILABLE'],
})

export const exportCostsBySource = endpoint({
  name: 'exportCostsBySource',
  tag: 'Analytics',
  summary: 'Export costs by source',
  description: 'Like `exportProspectConversionFunnel`: a row for each source and currency.',
  method: 'GET',
  path: '/dashboard/analytics/costs-by-source/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
