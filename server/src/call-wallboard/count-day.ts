import { maxNumbers, overdueAfterMinutes, paceMinutes } from '@muster/contract/call-wallboard.ts'
import type { callOutcomes } from '@muster/contract/calls.ts'
import { sql } from 'kysely'
import { isAnswered, isConversation, isPlaced } from '../calls/count-calls.ts'
import type { Database } from '../database/connect.ts'
import { callScope } from '../policies/call-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import type { Day } from './day.ts'
import { refOf } from './ref-of.ts'

const hourMs = 3_600_000

/** A condition on `calls`: those that the actor may see, of a time span. */
function callsBetween(actor: Actor, from: string, to: string) {
  return sql<boolean>`(
    calls.workspace_id = ${actor.workspaceId} and calls.started_at >= ${from}::timestamptz
    and calls.started_at < ${to}::timestamptz and ${callScope(actor)}
  )`
}

interface Pace {
  short: number
  long: number
}

interface PaceRow extends Pace {
  queue_id: string | null
  queue_name: string | null
  campaign_id: string | null
  campaign_name: string | null
  user_id: string | null
  user_name: string | null
  agent_id: string | null
  agent_name: string | null
}

/** Adds rows up by what they have in common, the most calls first. Rows without it are left out. */
function sumBy<Group extends object>(
  rows: readonly PaceRow[],
  groupOf: (row: PaceRow) => Group | null,
): (Group & Pace)[] {
  const groups = new Map<string, Group & Pace>()
  for (const row of rows) {
    const group = groupOf(row)
    if (!group) continue
    const key = JSON.stringify(group)
    const sum = groups.get(key) ?? { ...group, short: 0, long: 0 }
    groups.set(key, { ...sum, short: sum.short + row.short, long: sum.long + row.long })
  }
  return [...groups.values()].sort((a, b) => b.long - a.long || b.short - a.short)
}

/** Counts the calls placed in the last minutes by queue, campaign and caller. */
export async function countPace(db: Database, actor: Actor, { at }: Day) {
  const back = (minutes: number) => new Date(Date.parse(at) - minutes * 60_000).toISOString()
  const { rows } = await sql<PaceRow>`
    select paced.*, call_queues.name as queue_name, voice_campaigns.name as campaign_name, users.name as user_name,
      agents.name as agent_name
    from (
      select calls.queue_id, calls.campaign_id, calls.logged_by as user_id,
        case when calls.logged_by is null then calls.agent_id end as agent_id,
        count(*) filter (where calls.started_at >= ${back(paceMinutes.short)}::timestamptz)::int as short,
        count(*)::int as long
      from calls
      where ${callsBetween(actor, back(paceMinutes.long), at)} and ${isPlaced}
      group by 1, 2, 3, 4
    ) as paced
    left join call_queues on call_queues.workspace_id = ${actor.workspaceId} and call_queues.id = paced.queue_id
    left join voice_campaigns
      on voice_campaigns.workspace_id = ${actor.workspaceId} and voice_campaigns.id = paced.campaign_id
    left join users on users.workspace_id = ${actor.workspaceId} and users.id = paced.user_id
    left join agents on agents.workspace_id = ${actor.workspaceId} and agents.id = paced.agent_id
    order by 1, 2, 3, 4
  `.execute(db)
  const sum = (name: keyof Pace) => rows.reduce((total, row) => total + row[name], 0)
  const seesCampaigns = actor.permissions.has('voice-campaigns:run')
  return {
    short: sum('short'),
    long: sum('long'),
    queues: sumBy(rows, (row) => {
      const queue = refOf(row.queue_id, row.queue_name)
      return queue && { queue }
    }),
    campaigns: sumBy(rows, (row) => {
      const campaign = refOf(row.campaign_id, row.campaign_name)
      return seesCampaigns && campaign ? { campaign } : null
    }),
    callers: sumBy(rows, (row) => ({
      user: refOf(row.user_id, row.user_name),
      agent: refOf(row.agent_id, row.agent_name),
    })),
  }
}

/** Counts the calls and conversations of each hour of the day until now. */
export async function countHours(db: Database, actor: Actor, { at, from, to }: Day) {
  const { rows } = await sql<{ hour: number; calls: number; conversations: number }>`
    select floor(extract(epoch from calls.started_at - ${from}::timestamptz) / 3600)::int as hour,
      count(*)::int as calls, count(*) filter (where ${isConversation})::int as conversations
    from calls
    where ${callsBetween(actor, from, to)} and ${isPlaced}
    group by 1
  `.execute(db)
  const byHour = new Map(rows.map((row) => [row.hour, row]))
  const start = Date.parse(from)
  const count = Math.ceil((Math.min(Date.parse(to), Date.parse(at) + 1) - start) / hourMs)
  return Array.from({ length: count }, (_, hour) => ({
    from: new Date(start + hour * hourMs).toISOString(),
    to: new Date(Math.min(start + (hour + 1) * hourMs, Date.parse(to))).toISOString(),
    calls: byHour.get(hour)?.calls ?? 0,
    conversations: byHour.get(hour)?.conversations ?? 0,
  }))
}

/** Counts the calls of the day and those answered by the number called from. */
export async function countNumbers(db: Database, actor: Actor, { from, to }: Day) {
  const { rows } = await sql<{ number: string | null; calls: number; answered: number }>`
    select calls.from_number as number, count(*)::int as calls,
      count(*) filter (where ${isAnswered})::int as answered
    from calls
    where ${callsBetween(actor, from, to)} and ${isPlaced}
    group by 1
    order by 2 desc, 1 nulls last limit ${maxNumbers}
  `.execute(db)
  return rows
}

/** Counts the callbacks of open applications that are due, overdue, and due later today. */
export async function countCallbacks(db: Database, actor: Actor, { at, to }: Day) {
  const overdueUntil = new Date(Date.parse(at) - overdueAfterMinutes * 60_000).toISOString()
  const callbackAt = sql.ref('applications.callback_at')
  const counted = await selectVisible(db, actor)
    .where('applications.closed_at', 'is', null)
    .where('applications.deleted_at', 'is', null)
    .where('applications.callback_at', '<', to)
    .select(
      sql<number>`count(*) filter (where ${callbackAt} < ${overdueUntil}::timestamptz)::int`.as('overdue'),
    )
    .select(
      sql<number>`count(*) filter (
        where ${callbackAt} >= ${overdueUntil}::timestamptz and ${callbackAt} < ${at}::timestamptz
      )::int`.as('due'),
    )
    .select(sql<number>`count(*) filter (where ${callbackAt} >= ${at}::timestamptz)::int`.as('later'))
    .executeTakeFirstOrThrow()
  return { ...counted, overdueUntil }
}

interface CostRow {
  outcome: (typeof callOutcomes)[number] | null
  currency: string
  minor: number
  calls: number
  conversations: number
}

const costOf = (minor: number, count: number) => (count === 0 ? null : minor / count)

/** Adds up what the calls of the day cost, by currency and by outcome. */
export async function sumCosts(db: Database, actor: Actor, { from, to }: Day) {
  const { rows } = await sql<CostRow>`
    select calls.outcome, calls.currency, sum(calls.cost_minor)::float8 as minor, count(*)::int as calls,
      count(*) filter (where ${isConversation})::int as conversations
    from calls
    where ${callsBetween(actor, from, to)} and calls.cost_minor is not null and calls.currency is not null
    group by 1, 2
    order by 2, 1 nulls last
  `.execute(db)
  const total = [...new Set(rows.map(({ currency }) => currency))].map((currency) => {
    const ofCurrency = rows.filter((row) => row.currency === currency)
    const sum = (name: 'minor' | 'calls' | 'conversations', among = ofCurrency) =>
      among.reduce((all, row) => all + row[name], 0)
    const minor = sum('minor')
    const conversations = sum('conversations')
    const qualified = sum(
      'calls',
      ofCurrency.filter(({ outcome }) => outcome === 'qualified'),
    )
    return {
      currency,
      minor,
      calls: sum('calls'),
      conversations,
      qualified,
      perConversation: costOf(minor, conversations),
      perQualified: costOf(minor, qualified),
    }
  })
  const outcomes = [...new Set(rows.map(({ outcome }) => outcome))].map((outcome) => {
    const ofOutcome = rows.filter((row) => row.outcome === outcome)
    return {
      outcome,
      calls: ofOutcome.reduce((all, { calls }) => all + calls, 0),
      costs: ofOutcome.map(({ minor, currency }) => ({ minor, currency })),
    }
  })
  return { total, outcomes: outcomes.sort((a, b) => b.calls - a.calls) }
}
