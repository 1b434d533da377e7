import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, list, repeated, text, timestamp, timezone } from './fields.ts'
import { statusTypeKeys } from './status-types.ts'

/**
 * The period and slice a report is about. Without `to` it ends now; without `from` it is the last 28 days, today
 * included, as the workspace's timezone (or `timezone`) counts days. `ownerId` is of the application, `agentId`
 * of a call on it. A period has at most 1,100 buckets.
 */
const reportQuery = z.object({
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

/** `to` is not part of it. The period before has the same length on the calendar and ends at `from`. */
const period = z.object({ from: timestamp, to: timestamp, previousFrom: timestamp, timezone: z.string() })

/** What counts where: one sentence each, shown beside the number. */
export const metricDefinitions = {
  newApplications: 'Applications created in the period',
  peopleSpokenWith: 'Applications with at least one conversation with a person in the period',
  submitted:
    'Applications that entered submitted from another type in the period; moves taken back do not count',
  hired: 'Applications that entered hired from another type in the period; moves taken back do not count',
  timeToHire:
    'Median days from first engagement (applied or first called) to the last hire that was not taken back, of those hired in the period',
} as const

export type Metric = keyof typeof metricDefinitions

export const metricKeys = Object.keys(metricDefinitions) as [Metric, ...Metric[]]

/**
 * The tiles of the dashboard: each with the period before and a point for each bucket, which begins at `at`. `n`
 * is how many applications the figure is of.
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
    period,
    items: z.array(
      z.object({
        key: z.enum(metricKeys),
        value: z.number().nullable(),
        previous: z.number().nullable(),
        n: z.int(),
        unit: z.enum(['count', 'days']),
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
    /** Hired now, on positions that are open. */
    hired: z.int(),
    openApplications: z.int(),
    /** Past their days in status. */
    late: z.int(),
    callbacksDue: z.int(),
  }),
})

/**
 * What happened in each bucket: applications created, calls placed and of them conversations with a person, moves
 * that were not taken back, and applications hired.
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
    period,
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
