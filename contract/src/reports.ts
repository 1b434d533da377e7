import { z } from 'zod'
import { dispositionKeys } from './dispositions.ts'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
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

/** `reached` of `n`. */
const conversion = z.object({ n: z.int(), reached: z.int(), rate: part })

/** `accepted` of `n`. */
const acceptance = z.object({ n: z.int(), accepted: z.int(), rate: part })

/**
 * How many of the applications created in the period came from each type to the next (definition `stageConversion`),
 * to a hire (`overallConversion`), and what became of offers (`offerAcceptance`); each beside the period before.
 */
export const getConversionRate = endpoint({
  name: 'getConversionRate',
  tag: 'Analytics',
  summary: 'Conversion by type',
  method: 'GET',
  path: '/dashboard/conversion-rate',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    steps: z.array(conversion.extend({ from: funnelType, to: funnelType, previous: conversion })),
    overall: conversion.extend({ previous: conversion }),
    offerAcceptance: acceptance.extend({ previous: acceptance }),
  }),
})

/** As `exportProspectConversionFunnel`: a row for each step, one to a hire and one of offers. */
export const exportConversionRate = endpoint({
  name: 'exportConversionRate',
  tag: 'Analytics',
  summary: 'Export the conversion by type',
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
  /** Of those who reached the type before; null where a reading is not about the same applications. */
  stepRate: part,
  /** Of all applications created in the period; null where a reading is not about these. */
  overallRate: part,
})

/**
 * The funnel in three readings that count different things: `current` and `reached` are about the applications created
 * in the period, where they are now and how far they came; `entered` is about what happened in the period, whenever
 * they were created (definitions `funnelCurrent`, `funnelReached`, `funnelEntered`). `total`: created in the period.
 */
export const getProspectConversionFunnel = endpoint({
  name: 'getProspectConversionFunnel',
  tag: 'Analytics',
  summary: 'Funnel of applications',
  method: 'GET',
  path: '/dashboard/analytics/prospect-conversion-funnel',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    total: z.int(),
    current: z.array(funnelStep),
    entered: z.array(funnelStep),
    reached: z.array(funnelStep),
  }),
})

/** The readings of the funnel as a CSV or XLSX file; the workbook has its filters and definitions on a sheet of their own. */
export const exportProspectConversionFunnel = endpoint({
  name: 'exportProspectConversionFunnel',
  tag: 'Analytics',
  summary: 'Export the funnel',
  method: 'GET',
  path: '/dashboard/analytics/prospect-conversion-funnel/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

const reasonCount = z.object({
  /** Null: none given. */
  reasonId: id.nullable(),
  name: z.string().nullable(),
  count: z.int(),
})

const typeCount = z.object({ type: statusType, count: z.int() })

/**
 * How applications ended that are closed since a moment in the period (definition `finalDisposition`): each way with
 * its part, its reasons and the types they were in when it was decided. Ways nobody took are there with 0.
 */
export const getProspectFinalDisposition = endpoint({
  name: 'getProspectFinalDisposition',
  tag: 'Analytics',
  summary: 'Final disposition of applications',
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

/** As `exportProspectConversionFunnel`: a row for each disposition, reason and type. */
export const exportProspectFinalDisposition = endpoint({
  name: 'exportProspectFinalDisposition',
  tag: 'Analytics',
  summary: 'Export the final dispositions',
  method: 'GET',
  path: '/dashboard/analytics/prospect-final-disposition/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/**
 * Why companies declined (definitions `declinedReason`, `noneGiven`): all of them, by company, and by the type the
 * application was in then. Companies with most first, as many as `limit` says of the `companyCount` there are.
 */
export const getCompanyDeclinedReason = endpoint({
  name: 'getCompanyDeclinedReason',
  tag: 'Analytics',
  summary: 'Reasons companies declined for',
  method: 'GET',
  path: '/dashboard/analytics/company-declined-reason',
  permission: 'reports:read',
  query: rankedReportQuery,
  response: z.object({
    period: reportPeriod,
    total: z.int(),
    noneGiven: z.object({ count: z.int(), share: part }),
    /** Those given; with `noneGiven` they add up to `total`. */
    reasons: z.array(z.object({ reasonId: id, name: z.string(), count: z.int(), share: part })),
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

/** As `exportProspectConversionFunnel`: a row for each company, reason and type. */
export const exportCompanyDeclinedReason = endpoint({
  name: 'exportCompanyDeclinedReason',
  tag: 'Analytics',
  summary: 'Export the reasons companies declined for',
  method: 'GET',
  path: '/dashboard/analytics/company-declined-reason/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/**
 * What each source brought (definition `sourceEffectiveness`): those with most first, as many as `limit` says of the
 * `sourceCount` there are.
 */
export const getSourceEffectiveness = endpoint({
  name: 'getSourceEffectiveness',
  tag: 'Analytics',
  summary: 'Sources and what came of them',
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
        /** Null: without one. */
        source: z.string().nullable(),
        applications: z.int(),
        /** Of these, those that came to the type or further. */
        reached: z.array(z.object({ type: funnelType, count: z.int() })),
        hired: z.int(),
        /** `hired` of `applications`. */
        rate: part,
        /** Of those hired in the period, whenever created. */
        daysToHire: spread.omit({ p90: true }),
      }),
    ),
  }),
})

/** As `exportProspectConversionFunnel`: a row for each source, all of them. */
export const exportSourceEffectiveness = endpoint({
  name: 'exportSourceEffectiveness',
  tag: 'Analytics',
  summary: 'Export sources and what came of them',
  method: 'GET',
  path: '/dashboard/analytics/source-effectiveness/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/**
 * How long it takes, in days to one decimal (definitions `timeToHire`, `timeToFill`, `timeInStage`; `ageInStage` for
 * those still there, whatever the period). `applications` is how many the stays of a type are of.
 */
export const getDurations = endpoint({
  name: 'getDurations',
  tag: 'Analytics',
  summary: 'Time to hire, to fill and in each type',
  method: 'GET',
  path: '/dashboard/analytics/durations',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    timeToHire: spread.extend({ previous: spread }),
    timeToFill: spread.extend({ previous: spread }),
    inStage: z.array(spread.extend({ type: funnelType, applications: z.int(), current: spread })),
  }),
})

/** As `exportProspectConversionFunnel`: a row for each duration and type. */
export const exportDurations = endpoint({
  name: 'exportDurations',
  tag: 'Analytics',
  summary: 'Export the durations',
  method: 'GET',
  path: '/dashboard/analytics/durations/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
