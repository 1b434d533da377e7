import type { Insertable } from 'kysely'
import { v7 } from 'uuid'
import type { DB } from '../database/schema.generated.ts'
import type { Random } from './random.ts'

/** The tables of the sample, ordered by foreign keys. */
export const sampleTables = [
  'custom_fields',
  'companies',
  'users',
  'logins',
  'agents',
  'positions',
  'statuses',
  'agent_positions',
  'saved_views',
  'saved_reports',
  'report_dashboards',
  'report_dashboard_tiles',
  'report_schedules',
  'report_recipients',
  'source_costs',
  'goals',
  'call_queues',
  'voice_campaigns',
  'candidates',
  'applications',
  'dispositions',
  'calls',
  'consent_entries',
  'activity_logs',
  'notifications',
  'submissions',
  'submission_messages',
] as const satisfies readonly (keyof DB)[]

export type SampleTable = (typeof sampleTables)[number]

/** Rows by table. All rows of a table have the same columns in the same order. */
export type SampleRows = { [Table in SampleTable]?: Insertable<DB[Table]>[] }

export function iso(at: number): string {
  return new Date(at).toISOString()
}

/** Returns a repeatable UUIDv7 for a time; `order` sorts those of one millisecond. */
export function makeId(random: Random, at: number, order: number): string {
  return v7({ msecs: Math.floor(at), seq: order, random: random.bytes(16) })
}
