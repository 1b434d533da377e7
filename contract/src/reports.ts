import { z } from 'zod'
import { dispositionKeys } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { id, timestamp } from './fields.ts'
import {
  part,
  rankedReportQuery,
  reportExportQuery,
  reportPeriod,
  reportQuery,
  spread,
} from './report-query.ts'
import { funnelTypes, statusTypeKeys } from './status-types.ts'

const funnelType = z.enum(funnelTypes as [(typeof funnelTypes)[number], ...typeof funnelTypes])
const statusType = z.enum(statusTypeKeys)

/** How many durations of at least `from` and less than `to` days there are, in equal steps up to the longest. */
const distribution = z.array(z.object({ from: z.number(), to: z.number(), count: z.int() }))

/** `reached` of `n`. */
const conversion = z.object({ n: z.int(), reached: z.int(), rate: part })

/** `accepted` of `n`. */
const acceptance = z.object({ n: z.int(), accepted: z.int(), rate: part })

export const getConversionRate = endpoint({
  name: 'getConversionRate',
  tag: 'Analytics',
  summary: 'Conversion by type',
  description:
    'Returns how many of the applications created in the period advanced from each type to the next ' +
    '(definition `stageConversion`) and to a hire (`overallConversion`), and the outcome of offers ' +
    '(`offerAcceptance`), each with the previous period.',
  method: 'GET',
  path: '/dashboard/conversion-rate',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    steps: z.array(conversion.extend({ from: funnelType, to: funnelType, previous: conversion })),
    overall: conversion.extend({ previous: conversion }),
    offerAcceptance: acceptance.extend({ previous: acceptance }),
    trend: z
      .array(
        z.object({
          at: timestamp,
          steps: z.array(conversion.extend({ to: funnelType })),
          overall: conversion,
          offerAcceptance: acceptance,
        }),
      )
      .describe('The same rates in each bucket, which begins at `at`'),
  }),
})

export const exportConversionRate = endpoint({
  name: 'exportConversionRate',
  tag: 'Analytics',
  summary: 'Export the conversion by type',
  description:
    'Like `exportProspectConversionFunnel`: a row for each step, one for hires and one for offers.',
  method: 'GET',
  path: '/dashboard/conversion-rate/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

const funnelStep = z.object({
  type: statusType,
  count: z.int(),
  stepRate: part.describe(
    'The share of those who reached the previous type; null if a funnel does not count the same applications',
  ),
  overallRate: part.describe(
    'The share of all applications created in the period; null if a funnel does not count these',
  ),
})

const enteredStep = funnelStep.extend({
  imported: z
    .int()
    .describe('Those of `count` that an import brought to the stage; the others were moved or added there'),
})

export const getProspectConversionFunnel = endpoint({
  name: 'getProspectConversionFunnel',
  tag: 'Analytics',
  summary: 'Funnel of applications',
  description:
    'Returns three funnels that count different things. `current` and `reached` cover the applications ' +
    'created in the period: their current type, and the furthest type. `entered` counts what happened in the ' +
    'period, whenever the applications were created, and tells imports from moves (definitions `funnelCurrent`, ' +
    '`funnelReached`, `funnelEntered`, `funnelImported`). `total`: created in the period.',
  method: 'GET',
  path: '/dashboard/analytics/prospect-conversion-funnel',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    total: z.int(),
    current: z.array(funnelStep),
    entered: z.array(enteredStep),
    reached: z.array(funnelStep),
  }),
})

export const exportProspectConversionFunnel = endpoint({
  name: 'exportProspectConversionFunnel',
  tag: 'Analytics',
  summary: 'Export the funnel',
  description:
    'Exports the three funnels as CSV or XLSX, imports apart. The workbook has its filters and definitions on a separate ' +
    'sheet.',
  method: 'GET',
  path: '/dashboard/analytics/prospect-conversion-funnel/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

const reasonCount = z.object({
  reasonId: id.nullable().describe('Null: no reason given'),
  name: z.string().nullable(),
  count: z.int(),
})

const typeCount = z.object({ type: statusType, count: z.int() })

export const getProspectFinalDisposition = endpoint({
  name: 'getProspectFinalDisposition',
  tag: 'Analytics',
  summary: 'Final disposition of applications',
  description:
    'Returns how the applications ended that were closed in the period and are still closed (definition ' +
    '`finalDisposition`): each disposition with its share, its reasons, and the types of the applications at ' +
    'the decision. Dispositions without applications are included with 0.',
  method: 'GET',
  path: '/dashboard/analytics/prospect-final-disposition',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    total: z.int(),
    items: z.array(
      z.object({
        disposition: z.enum(dispositionKeys),
        count: z.int(),
        share: part,
        reasons: z.array(reasonCount),
        byType: z.array(typeCount),
      }),
    ),
  }),
})

export const exportProspectFinalDisposition = endpoint({
  name: 'exportProspectFinalDisposition',
  tag: 'Analytics',
  summary: 'Export the final dispositions',
  description: 'Like `exportProspectConversionFunnel`: a row for each disposition, reason and type.',
  method: 'GET',
  path: '/dashboard/analytics/prospect-final-disposition/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const getCompanyDeclinedReason = endpoint({
  name: 'getCompanyDeclinedReason',
  tag: 'Analytics',
  summary: 'Reasons of declines by companies',
  description:
    'Returns why companies declined (definitions `declinedReason`, `noneGiven`): in total, by company, and ' +
    "by the application's type at the decision. The first `limit` companies are returned, most declines " +
    'first; `companyCount` is the number of all.',
  method: 'GET',
  path: '/dashboard/analytics/company-declined-reason',
  permission: 'reports:read',
  query: rankedReportQuery,
  response: z.object({
    period: reportPeriod,
    total: z.int(),
    noneGiven: z.object({ count: z.int(), share: part }),
    reasons: z
      .array(z.object({ reasonId: id, name: z.string(), count: z.int(), share: part }))
      .describe('Given reasons; with `noneGiven` they add up to `total`'),
    stages: z.array(typeCount),
    companyCount: z.int(),
    companies: z.array(
      z.object({
        company: z.object({ id, name: z.string() }),
        count: z.int(),
        noneGiven: z.int(),
        reasons: z.array(z.object({ reasonId: id, name: z.string(), count: z.int() })),
        stages: z.array(typeCount),
      }),
    ),
  }),
})

export const exportCompanyDeclinedReason = endpoint({
  name: 'exportCompanyDeclinedReason',
  tag: 'Analytics',
  summary: 'Export the reasons of declines by companies',
  description: 'Like `exportProspectConversionFunnel`: a row for each company, reason and type.',
  method: 'GET',
  path: '/dashboard/analytics/company-declined-reason/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const getSourceEffectiveness = endpoint({
  name: 'getSourceEffectiveness',
  tag: 'Analytics',
  summary: 'Performance of sources',
  description:
    'Returns the results of each source (definition `sourceEffectiveness`). The first `limit` sources are ' +
    'returned, most applications first; `sourceCount` is the number of all.',
  method: 'GET',
  path: '/dashboard/analytics/source-effectiveness',
  permission: 'reports:read',
  query: rankedReportQuery,
  response: z.object({
    period: reportPeriod,
    total: z.int(),
    sourceCount: z.int(),
    items: z.array(
      z.object({
        source: z.string().nullable().describe('Null: without one'),
        applications: z.int(),
        reached: z
          .array(z.object({ type: funnelType, count: z.int() }))
          .describe('How many of these reached the type or beyond'),
        hired: z.int(),
        rate: part.describe('`hired` of `applications`'),
        daysToHire: spread
          .omit({ p90: true })
          .describe('Of applications hired in the period, whenever created'),
      }),
    ),
  }),
})

export const exportSourceEffectiveness = endpoint({
  name: 'exportSourceEffectiveness',
  tag: 'Analytics',
  summary: 'Export the performance of sources',
  description: 'Like `exportProspectConversionFunnel`: a row for every source.',
  method: 'GET',
  path: '/dashboard/analytics/source-effectiveness/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const getDurations = endpoint({
  name: 'getDurations',
  tag: 'Analytics',
  summary: 'Time to hire, to fill and in each type',
  description:
    'Returns durations in days to one decimal (definitions `timeToHire`, `timeToFill`, `timeInStage`; ' +
    '`ageInStage` for applications still in the type, whatever the period). `applications` is the number of ' +
    'applications behind the completed stays in a type.',
  method: 'GET',
  path: '/dashboard/analytics/durations',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    timeToHire: spread.extend({ previous: spread, distribution }),
    timeToFill: spread.extend({ previous: spread, distribution }),
    inStage: z.array(spread.extend({ type: funnelType, applications: z.int(), current: spread })),
  }),
})

export const exportDurations = endpoint({
  name: 'exportDurations',
  tag: 'Analytics',
  summary: 'Export the durations',
  description: 'Like `exportProspectConversionFunnel`: a row for each duration and type.',
  method: 'GET',
  path: '/dashboard/analytics/durations/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
