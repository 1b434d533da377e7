import type { Grouping, Measure } from '@muster/contract/measures.ts'

interface SampleReport {
  name: string
  folder: string
  query: { measure: Measure; by: Grouping[]; days: string; chart?: string; disposition?: string[] }
}

/** The four reports that the team looks at together, in the order of their tiles. */
export const sampleDashboard = {
  name: 'Monday meeting',
  folder: 'Team',
  tiles: [
    { report: 'Contact rate by source', width: 2, height: 'medium' },
    { report: 'Hires by client', width: 1, height: 'medium' },
    { report: 'Call minutes by agent', width: 1, height: 'medium' },
    { report: 'New applications by owner', width: 2, height: 'medium' },
  ],
} as const

/** What an agency asks on Monday: for its clients, its recruiters, its sources and its calls. */
export const sampleReports: readonly SampleReport[] = [
  {
    name: 'Submitted by client',
    folder: 'Clients',
    query: { measure: 'submitted', by: ['company'], days: '90' },
  },
  {
    name: 'Submitted to interview by client',
    folder: 'Clients',
    query: { measure: 'interviewConversion', by: ['company'], days: '90' },
  },
  { name: 'Hires by client', folder: 'Clients', query: { measure: 'hired', by: ['company'], days: '365' } },
  {
    name: 'Decline rate by client',
    folder: 'Clients',
    query: { measure: 'declineRate', by: ['company'], days: '365' },
  },
  {
    name: 'Client decline reasons by month',
    folder: 'Clients',
    query: {
      measure: 'closedWithoutHire',
      by: ['reason', 'month'],
      days: '365',
      disposition: ['declined_by_company'],
    },
  },
  {
    name: 'New applications by owner',
    folder: 'Team',
    query: { measure: 'newApplications', by: ['owner', 'week'], days: '90' },
  },
  {
    name: 'Time to first call by owner',
    folder: 'Team',
    query: { measure: 'timeToFirstCall', by: ['owner'], days: '90' },
  },
  {
    name: 'Contact rate by source',
    folder: 'Sources',
    query: { measure: 'contactRate', by: ['source'], days: '90', chart: 'lines' },
  },
  {
    name: 'Lead to hire by source',
    folder: 'Sources',
    query: { measure: 'overallConversion', by: ['source'], days: '365' },
  },
  {
    name: 'Answered calls by hour',
    folder: 'Calls',
    query: { measure: 'connectionRate', by: ['weekday', 'hour'], days: '90' },
  },
  {
    name: 'Call minutes by agent',
    folder: 'Calls',
    query: { measure: 'callMinutes', by: ['agent'], days: '28' },
  },
]
