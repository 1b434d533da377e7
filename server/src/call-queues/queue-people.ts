import {
  type callQueueOrders,
  closedReasons,
  type DayPart,
  dayPartStarts,
  isClosedReason,
  ownCallbackMinutes,
  type QueueReason,
} from '@muster/contract/call-queues.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, applicationConditions, withFieldConditions } from '../applications/filter-applications.ts'
import type { CallingCalendar } from '../calling-hours/calling-calendar.ts'
import { loadCalendar } from '../calling-hours/load-calendar.ts'
import { isAttempt, isConversation, isFromMuster } from '../calls/count-calls.ts'
import { isGivenForCalls, isRevokedFor } from '../consents/contact-rules.ts'
import type { Database } from '../database/connect.ts'
import type { SortColumn } from '../database/keyset.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import type { QueueRow } from './load-queue.ts'
import { readFilters } from './read-filters.ts'

/** A person who may be called again although calls to them were in vain: they, or a colleague, chose the time. */
export const isDue = sql<SqlBool>`(coalesce(applications.callback_at, 'infinity') <= now())`

const callbackTime: SortColumn = {
  expression: sql`coalesce(applications.callback_at, 'infinity')`,
  type: 'timestamptz',
  descending: false,
}

const at = (column: string, descending: boolean): SortColumn => ({
  expression: sql.ref(`applications.${column}`),
  type: 'timestamptz',
  descending,
})

const orders: Record<(typeof callQueueOrders)[number], SortColumn> = {
  newest: at('applied_at', true),
  oldest: at('applied_at', false),
  longest_in_status: at('entered_status_at', false),
}

/** Returns the order of people with a reason: due callbacks by their time, all others as the queue says. */
export function orderOf(queue: QueueRow, reason: QueueReason | undefined): SortColumn {
  return reason === 'callback_due' ? callbackTime : orders[queue.order]
}

/** A call that Muster placed counts before its end is reported: it may have rung. */
const isTry = sql<SqlBool>`(calls.direction = 'outbound' and (${isAttempt} or ${isFromMuster} and calls.lifecycle <> 'canceled'))`

interface History {
  /** Since the last conversation. */
  tries: number
}

/** The calls of a person, for all positions. A call whose end was never reported counts as running for an hour. */
const history = sql<History>`(
  select
    (select count(*)::int from unnest(tried.times) as time where time > coalesce(tried.spoken_at, '-infinity')) as tries,
    (select count(*)::int from unnest(tried.times) as time where time > now() - interval '24 hours') as tries_today,
    tried.times, tried.end_reason, tried.callback_by,
    coalesce(tried.spoken_here, false) as spoken_here, coalesce(tried.in_call, false) as in_call
  from (
    select
      array_agg(calls.started_at order by calls.started_at desc) filter (where ${isTry}) as times,
      (array_agg(calls.end_reason order by calls.started_at desc) filter (where ${isTry}))[1] as end_reason,
      max(calls.started_at) filter (where ${isConversation}) as spoken_at,
      (array_agg(${isConversation} order by calls.started_at desc, calls.id desc)
        filter (where ${isAttempt} and calls.application_id = applications.id))[1] as spoken_here,
      (array_agg(calls.logged_by order by calls.started_at desc)
        filter (where calls.application_id = applications.id and calls.outcome = 'callback'))[1] as callback_by,
      bool_or(
        calls.lifecycle in ('queued', 'ringing', 'in_progress') and calls.started_at > now() - interval '1 hour'
      ) as in_call
    from calls
    where calls.workspace_id = applications.workspace_id and calls.candidate_id = applications.candidate_id
  ) as tried
)`.as<'history'>(sql.ref('history'))

/** Returns whether people with the reason become ready when the calendar says. */
export function isOfCalendar(reason: QueueReason): boolean {
  return isClosedReason(reason) || reason === 'tried_this_time_of_day'
}

interface Rule {
  reason: QueueReason
  /** Never null. */
  holds: RawBuilder<SqlBool>
  /** When it ends. */
  until?: RawBuilder<unknown>
  /** It is checked after the rules that need no history. */
  needsHistory?: true
}

/** Who calls the people: a user, or a voice campaign (null), which has no callbacks of its own. */
export interface QueueCaller {
  userId: string | null
  /** Whether people need to have given consent. */
  onlyWithConsent?: boolean
  /** The reasons that count; all if left out. */
  rules?: readonly QueueReason[]
  /** The moment at which calling hours decide; now if left out. */
  at?: Date
}

/** Returns who calls: the actor, or a voice campaign with its rule of consent. */
export function callerOf(
  { userId }: Pick<Actor, 'userId'>,
  campaign: 'anyone' | 'with_consent' | undefined,
): QueueCaller {
  return campaign ? { userId: null, onlyWithConsent: campaign === 'with_consent' } : { userId }
}

/** Returns the rules of calling hours. The database needs only the dialing codes that each of them closes. */
function closedRules(calendar: CallingCalendar, at: Date): Rule[] {
  const { closed, known, others } = calendar.sortCodes(at)
  const code = sql`coalesce(dialing_code(candidates.phone), '')`
  return closedReasons.flatMap((reason) => {
    const codes = closed.get(reason)
    const holds = [
      ...(codes ? [sql`${code} = any(${codes}::text[])`] : []),
      ...(others === reason ? [sql`not ${code} = any(${known}::text[])`] : []),
    ]
    return holds.length > 0 ? [{ reason, holds: sql<SqlBool>`(${sql.join(holds, sql` or `)})` }] : []
  })
}

/** Returns the part of the day that a clock shows at a time. A change of clocks since then moves it by an hour. */
function dayPart(time: RawBuilder<unknown>, offset: RawBuilder<unknown>): RawBuilder<DayPart> {
  const minutes = sql`(extract(epoch from ${time})::bigint / 60 + ${offset}) % 1440`
  return sql<DayPart>`case
    when ${minutes} < ${dayPartStarts.afternoon}::integer then 'morning'
    when ${minutes} < ${dayPartStarts.evening}::integer then 'afternoon'
    else 'evening'
  end`
}

/** When a queue calls in another part of the day: the rule, and the part of the last call in vain. */
interface TimeOfDay {
  rules: Rule[]
  /** Null for people whom the rule does not concern. */
  triedIn: RawBuilder<DayPart | null>
}

function timeOfDay(queue: QueueRow, calendar: CallingCalendar, at: Date): TimeOfDay {
  if (!queue.otherTimeOfDay) return { rules: [], triedIn: sql<null>`null::text` }
  const offsets = Object.entries(calendar.clocksOf(at)).map(([code, offset]) => [code, offset ?? 'none'])
  const byCode = sql`${JSON.stringify(Object.fromEntries(offsets))}::jsonb`
  const offset = sql`nullif(
    coalesce(${byCode} ->> coalesce(dialing_code(candidates.phone), ''), ${byCode} ->> ''), 'none'
  )::integer`
  // Somebody with a callback is called at its time, whatever the part of the day.
  const concerns = sql`history.tries > 0 and applications.callback_at is null`
  const tried = dayPart(sql`history.times[1]`, offset)
  const now = dayPart(sql`${at.toISOString()}::timestamptz`, offset)
  return {
    rules: [
      {
        reason: 'tried_this_time_of_day',
        holds: sql`(${concerns} and ${offset} is not null and ${tried} = ${now})`,
        needsHistory: true,
      },
    ],
    triedIn: sql<DayPart | null>`(case when ${concerns} and ${offset} is not null then ${tried} end)`,
  }
}

/** Returns why people are not called now, in the order in which reasons are named. Whoever is under no rule is ready. */
function rulesOf(
  queue: QueueRow,
  calendar: CallingCalendar,
  { userId, onlyWithConsent }: QueueCaller,
  at: Date,
): Rule[] {
  const isCaller = (user: RawBuilder<unknown>) => sql`(${user} = ${userId}::uuid) is true`
  const own = sql`applications.callback_at + make_interval(mins => ${ownCallbackMinutes}::integer)`
  const hours = [queue.hoursBetween, ...queue.laterHours]
  // Somebody who was spoken with since has no try, and waits as after the first.
  const gap = sql`make_interval(mins => coalesce(
    (${JSON.stringify(queue.minutesAfter)}::jsonb ->> history.end_reason)::integer,
    60 * (${hours}::integer[])[least(greatest(history.tries, 1), ${hours.length}::integer)]
  ))`
  const channel = userId === null ? 'voice_agent_call' : 'person_call'
  const needsHistory = true
  const unlessDue = (condition: RawBuilder<unknown>) => sql<SqlBool>`(not ${isDue} and ${condition})`
  return [
    { reason: 'no_phone', holds: sql`candidates.phone is null` },
    { reason: 'do_not_call', holds: sql`candidates.do_not_call` },
    { reason: 'consent_withdrawn', holds: isRevokedFor(channel) },
    ...(onlyWithConsent
      ? [{ reason: 'no_consent' as const, holds: sql<SqlBool>`(not ${isGivenForCalls(channel)})` }]
      : []),
    {
      reason: 'being_called',
      holds: sql`(claims.skipped is false and not ${isCaller(sql`claims.user_id`)})`,
      until: sql`claims.until`,
    },
    { reason: 'being_called', holds: sql`history.in_call`, needsHistory },
    { reason: 'skipped', holds: sql`claims.skipped is true`, until: sql`claims.until` },
    {
      reason: 'callback_later',
      holds: sql`coalesce(applications.callback_at, '-infinity') > now()`,
      until: sql`applications.callback_at`,
    },
    {
      reason: 'callback_of_another',
      holds: sql`(
        ${isDue} and ${own} > now() and history.callback_by is not null and not ${isCaller(sql`history.callback_by`)}
      )`,
      until: own,
      needsHistory,
    },
    {
      reason: 'invalid_number',
      holds: unlessDue(sql`coalesce(history.end_reason, '') = 'invalid_number'`),
      needsHistory,
    },
    { reason: 'spoken_with', holds: unlessDue(sql`history.spoken_here`), needsHistory },
    {
      reason: 'tries_used',
      holds: unlessDue(sql`history.tries >= ${queue.maxTries}::integer`),
      needsHistory,
    },
    {
      reason: 'tried_today',
      holds: unlessDue(sql`history.tries_today >= ${queue.triesPerDay}::integer`),
      until: sql`history.times[${queue.triesPerDay}::integer] + interval '24 hours'`,
      needsHistory,
    },
    {
      reason: 'tried_recently',
      holds: unlessDue(sql`coalesce(history.times[1], '-infinity') > now() - ${gap}`),
      until: sql`history.times[1] + ${gap}`,
      needsHistory,
    },
    ...closedRules(calendar, at),
  ]
}

/** Conditions and columns of the people of a queue, beside the tables `applications`, `candidates`, `claims` and `history`. */
export interface QueuePeople {
  /** Joins the tables and restricts the rows to the applications of the queue that the actor may see. */
  select: ReturnType<typeof selectPeople>
  /** Whether a person is ready. What needs no history is checked before it is read. */
  isReady: RawBuilder<SqlBool>
  reason: RawBuilder<QueueReason>
  /** When a waiting person becomes ready, unless calling hours or parts of the day decide: then `calendar` has the time. */
  readyAt: RawBuilder<string | null>
  /** The part of the day of the last call in vain, if the next one is in another part. */
  triedIn: RawBuilder<DayPart | null>
  calendar: CallingCalendar
}

/**
 * Whether none of the rules holds. PostgreSQL takes a `case` to hold for half of the people. It would take that many
 * conditions one by one to hold for hardly anybody, and read and sort a whole queue to find the first of them.
 */
function noneHolds(rules: readonly Rule[]): RawBuilder<SqlBool> {
  const none = rules.map(({ holds }) => sql`not ${holds}`)
  return sql<SqlBool>`case when ${sql.join(none, sql` and `)} then true else false end`
}

function selectPeople(db: Database, actor: Actor, conditions: RawBuilder<SqlBool>) {
  return selectVisible(db, actor)
    .innerJoin('candidates', (join) =>
      join
        .onRef('candidates.workspace_id', '=', 'applications.workspace_id')
        .onRef('candidates.id', '=', 'applications.candidate_id'),
    )
    .leftJoin('call_claims as claims', (join) =>
      join
        .onRef('claims.workspace_id', '=', 'applications.workspace_id')
        .onRef('claims.candidate_id', '=', 'applications.candidate_id')
        .on('claims.until', '>', sql<string>`now()`),
    )
    .leftJoinLateral(history, (join) => join.onTrue())
    .where(conditions)
    .where('applications.closed_at', 'is', null)
}

/**
 * Returns the people of a queue for queries. A position on hold or closed calls nobody.
 * @throws VALIDATION on `filters` for a filter that no longer works, FORBIDDEN for one that the actor's role may not use
 */
export async function queuePeople(
  db: Database,
  actor: Actor,
  queue: QueueRow,
  caller: QueueCaller = { userId: actor.userId },
): Promise<QueuePeople> {
  const filters = await withFieldConditions(db, actor, readFilters(queue.filters))
  const conditions = [
    ...applicationConditions(filters, actor),
    sql<SqlBool>`applications.position_id in (
      select p.id from positions p where p.workspace_id = ${actor.workspaceId} and p.state = 'open' and p.deleted_at is null
    )`,
  ]
  const at = caller.at ?? new Date()
  const calendar = await loadCalendar(db, actor, queue, at)
  const parts = timeOfDay(queue, calendar, at)
  const all = [...rulesOf(queue, calendar, caller, at), ...parts.rules]
  const rules = all.filter(({ reason }) => caller.rules?.includes(reason) ?? true)
  const reasons = rules.map(({ reason, holds }) => sql`when ${holds} then ${reason}`)
  const ends = rules.map(({ holds, until }) => sql`when ${holds} then ${until ?? sql`null`}`)
  return {
    select: selectPeople(db, actor, allOf(conditions)),
    isReady: allOf([
      noneHolds(rules.filter((rule) => !rule.needsHistory)),
      noneHolds(rules.filter((rule) => rule.needsHistory)),
    ]),
    reason: sql<QueueReason>`(case ${sql.join(reasons, sql` `)} when ${isDue} then 'callback_due' else 'ready' end)`,
    readyAt: sql<string | null>`(case ${sql.join(ends, sql` `)} end)`,
    triedIn: parts.triedIn,
    calendar,
  }
}
