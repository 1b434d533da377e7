import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { timestamp } from './fields.ts'
import { metricKeys } from './metric-definitions.ts'
import { reportExportQuery, reportPeriod, reportQuery } from './report-query.ts'
import { statusTypeKeys } from './status-types.ts'

export const getKpiMetrics = endpoint({
  name: 'getKpiMetrics',
  tag: 'Dashboard',
  summary: 'Key figures with the previous period',
  description:
    'Returns the key figures of the dashboard, each with the previous period and one point for each bucket, ' +
    'which begins at `at`. `n` is the base of the figure: applications, or calls for the connection rate. A ' +
    'rate is 0 to 1. `definition` states what is counted.',
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

export const getHiringSummary = endpoint({
  name: 'getHiringSummary',
  tag: 'Dashboard',
  summary: 'Hiring summary',
  description:
    "Returns the current state of hiring, whatever the period. `companyId`, `positionId` and the position's " +
    'own `ownerId` filter positions; all filters apply to applications.',
  method: 'GET',
  path: '/dashboard/analytics/hiring-summary',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    openPositions: z.int(),
    openings: z.int().describe('Of the open positions, filled or not'),
    hired: z
      .int()
      .describe(
        'Openings filled: hires on open positions, of each at most its openings. `fillsOpening` lists them.',
      ),
    openApplications: z.int(),
    late: z.int().describe('Overdue applications'),
    callbacksDue: z.int(),
  }),
})

export const getDailyActivity = endpoint({
  name: 'getDailyActivity',
  tag: 'Dashboard',
  summary: 'Activity by day',
  description:
    'Returns what happened in each bucket: applications created, calls placed, conversations with a person ' +
    'among them, applications moved, and applications hired. Reverted moves do not count.',
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

export const exportDailyActivity = endpoint({
  name: 'exportDailyActivity',
  tag: 'Dashboard',
  summary: 'Export the activity',
  description:
    'Exports a row for each bucket as CSV or XLSX. The workbook has its filters and definitions on a ' +
    'separate sheet.',
  method: 'GET',
  path: '/dashboard/analytics/daily-activity/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})

export const getLeadsStatusOverview = endpoint({
  name: 'getLeadsStatusOverview',
  tag: 'Dashboard',
  summary: 'Applications by status type',
  description: 'Returns open applications by the type of their current status, whatever the period.',
  method: 'GET',
  path: '/dashboard/leads/status-overview',
  permission: 'reports:read',
  query: reportQuery,
  response: z.object({
    items: z.array(z.object({ type: z.enum(statusTypeKeys), count: z.int(), late: z.int() })),
  }),
})

export const exportLeadsStatusOverview = endpoint({
  name: 'exportLeadsStatusOverview',
  tag: 'Dashboard',
  summary: 'Export the applications by status type',
  description: 'Like `exportDailyActivity`: a row for each type.',
  method: 'GET',
  path: '/dashboard/leads/status-overview/export',
  permission: 'reports:export',
  query: reportExportQuery,
  streams: 'text/csv',
  errors: ['UNAVAILABLE'],
})
