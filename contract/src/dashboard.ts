import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { metricKeys } from './metric-definitions.ts'
import { reportExportQuery, reportPeriod, reportQuery } from './report-query.ts'
import { statusTypeKeys } from './status-types.ts'

/**
 * The tiles of the dashboard: each with the period before and a point for each bucket, which begins at `at`. `n`
 * is how many the figure is of: applications, or calls for the connection rate. A rate is 0 to 1. What each counts
 * is said in `definition`.
 */
export const getKpiMetrics = endpoint({
  name: 'getKpiMetrics',
  tag: 'Dashboard',
  summary: 'Key figures with the previous period',
  method: 'GET',
  path: '/dashboard/metrics/kpi/',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    items: z.array(
      z.object({
        key: z.enum(metricKeys),
        value: z.number().nullable(),
        previous: z.number().nullable(),
        n: z.int(),
        previousN: z.int(),
        unit: z.enum(['count', 'days', 'rate']),
        definition: z.string(),
        series: z.array(z.object({ at: timestamp, value: z.number().nullable() })),
      }),
    ),
  }),
})

/**
 * Where hiring stands now, whatever the period. Positions are narrowed by `companyId`, `positionId` and their own
 * `ownerId`; applications by the whole slice.
 */
export const getHiringSummary = endpoint({
  name: 'getHiringSummary',
  tag: 'Dashboard',
  summary: 'Hiring summary',
  method: 'GET',
  path: '/dashboard/analytics/hiring-summary',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    openPositions: z.int(),
    /** Of the open positions, filled or not. */
    openings: z.int(),
    /** Openings filled: hires on open positions, of each at most its openings. `fillsOpening` lists them. */
    hired: z.int(),
    openApplications: z.int(),
    /** Past their days in status. */
    late: z.int(),
    callbacksDue: z.int(),
  }),
})

/**
 * What happened in each bucket: applications created, calls placed and of them conversations with a person,
 * applications moved, and applications hired; moves taken back do not count.
 */
export const getDailyActivity = endpoint({
  name: 'getDailyActivity',
  tag: 'Dashboard',
  summary: 'Activity by day',
  method: 'GET',
  path: '/dashboard/analytics/daily-activity',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    period: reportPeriod,
    items: z.array(
      z.object({
        at: timestamp,
        applications: z.int(),
        calls: z.int(),
        conversations: z.int(),
        moves: z.int(),
        hired: z.int(),
      }),
    ),
  }),
})

/** A row for each bucket, as a CSV or XLSX file; the workbook has its filters and definitions on a sheet of their own. */
export const exportDailyActivity = endpoint({
  name: 'exportDailyActivity',
  tag: 'Dashboard',
  summary: 'Export the activity',
  method: 'GET',
  path: '/dashboard/analytics/daily-activity/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

/** Open applications by the type of the status they are in now, whatever the period. */
export const getLeadsStatusOverview = endpoint({
  name: 'getLeadsStatusOverview',
  tag: 'Dashboard',
  summary: 'Applications by status type',
  method: 'GET',
  path: '/dashboard/leads/status-overview',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    items: z.array(z.object({ type: z.enum(statusTypeKeys), count: z.int(), late: z.int() })),
  }),
})

/** As `exportDailyActivity`: a row for each type. */
export const exportLeadsStatusOverview = endpoint({
  name: 'exportLeadsStatusOverview',
  tag: 'Dashboard',
  summary: 'Export the applications by status type',
  method: 'GET',
  path: '/dashboard/leads/status-overview/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
