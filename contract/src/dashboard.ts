import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, list, text, timestamp } from './fields.ts'
import { statusTypeKeys } from './status-types.ts'

/** The period and slice a report is about. Without `from`, the last 28 days of the workspace's timezone. */
const reportQuery = z.object({
  from: timestamp.optional(),
  to: timestamp.optional(),
  timezone: z.string().max(60).optional(),
  companyId: list(id),
  positionId: list(id),
  ownerId: list(id),
  agentId: list(id),
  source: list(text(120)),
  bucket: z.enum(['day', 'week', 'month']).default('day'),
})

const period = z.object({ from: timestamp, to: timestamp, previousFrom: timestamp, timezone: z.string() })

/** What counts where: one sentence each, shown beside the number. */
export const metricDefinitions = {
  newApplications: 'Applications created in the period',
  peopleSpokenWith: 'Applications with at least one conversation with a person in the period',
  submitted:
    'Applications that entered a status of type submitted in the period; moves taken back do not count',
  hired: 'Applications that entered a status of type hired in the period; moves taken back do not count',
  timeToHire:
    'Median days from first engagement to the last hire that was not taken back, of those hired in the period',
} as const

export type Metric = keyof typeof metricDefinitions

export const metricKeys = Object.keys(metricDefinitions) as [Metric, ...Metric[]]

/** The tiles of the dashboard: each with the period before and a point for each bucket. */
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

/** Openings, open positions, hires and open applications now. */
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
    openings: z.int(),
    hired: z.int(),
    openApplications: z.int(),
    late: z.int(),
    callbacksDue: z.int(),
  }),
})

/** What happened each day: applications, calls placed and of them conversations, moves and hires. */
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

/** Open applications by the type of the status they are in now. */
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
