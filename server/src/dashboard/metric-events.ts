import type { Metric } from '@muster/contract/metric-definitions.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { type RawBuilder, sql } from 'kysely'
import { isConversation } from '../calls/count-calls.ts'
import type { Actor } from '../session/actor.ts'
import type { ReportQuery } from './report-period.ts'
import { applicationSlice, callSlice } from './report-slice.ts'

/** A stretch of time; its end is not part of it. */
export interface Span {
  from: string
  to: string
}

/** Selects `application_id` and `at` of what a metric counts, and `days` where it is a duration. */
type Events = (actor: Actor, query: ReportQuery, span: Span) => RawBuilder<unknown>

function within(column: string, span: Span): RawBuilder<unknown> {
  return sql`${sql.ref(column)} >= ${span.from}::timestamptz and ${sql.ref(column)} < ${span.to}::timestamptz`
}

export const applicationsCreated: Events = (actor, query, span) => sql`
  select applications.id as application_id, applications.created_at as at
  from applications
  where ${within('applications.created_at', span)} and ${applicationSlice(actor, query)}
`

/** Entries into a type; from one status of it to another is none, and neither is a move taken back. */
export function entries(type: StatusType): Events {
  return (actor, query, span) => sql`
    select l.application_id, l.at
    from activity_logs l
    join applications on applications.workspace_id = l.workspace_id and applications.id = l.application_id
    where l.workspace_id = ${actor.workspaceId} and l.to_type = ${type} and l.reverted_at is null
      and l.from_type is distinct from l.to_type
      and ${within('l.at', span)} and ${applicationSlice(actor, query)}
  `
}

const conversations: Events = (actor, query, span) => sql`
  select calls.application_id, calls.started_at as at
  from calls
  where calls.application_id is not null and ${isConversation}
    and ${within('calls.started_at', span)} and ${callSlice(actor, query)}
`

/** Each application's last hire, with the days since somebody first engaged. */
const lastHires: Events = (actor, query, span) => sql`
  select hires.application_id, hires.at,
    extract(epoch from hires.at - least(applications.applied_at, (
      select min(calls.started_at) from calls
      where calls.workspace_id = applications.workspace_id and calls.application_id = applications.id
    ))) / 86400 as days
  from (
    select distinct on (application_id) application_id, at
    from (${entries('hired')(actor, query, { from: span.from, to: 'infinity' })}) as entered
    order by application_id, at desc
  ) as hires
  join applications on applications.workspace_id = ${actor.workspaceId} and applications.id = hires.application_id
  where hires.at < ${span.to}::timestamptz
`

/** What each key figure is made of: the code behind the sentences of `metricDefinitions`. */
export const metricEvents = {
  newApplications: { unit: 'count', events: applicationsCreated },
  peopleSpokenWith: { unit: 'count', events: conversations },
  submitted: { unit: 'count', events: entries('submitted') },
  hired: { unit: 'count', events: entries('hired') },
  timeToHire: { unit: 'days', events: lastHires },
} as const satisfies Partial<Record<Metric, { unit: 'count' | 'days'; events: Events }>>
