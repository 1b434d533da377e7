import type { DayPart } from '@muster/contract/call-queues.ts'
import * as contract from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { countByReason, groupCounted } from '../call-queues/count-call-queue.ts'
import { loadQueue } from '../call-queues/load-queue.ts'
import type { CallingCalendar } from '../calling-hours/calling-calendar.ts'
import { clockIn, minuteOf } from '../calls/clock-in.ts'
import { isAttempt } from '../calls/count-calls.ts'
import type { Database } from '../database/connect.ts'
import { asReport, handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { loadCampaign } from './load-campaign.ts'

const hourMs = 3_600_000

interface Averages {
  calls: number
  seconds: number | null
  costs: { minor: number; currency: string }[]
}

/** Returns what the agent's outbound calls of the last 90 days took and cost on average, by currency. */
async function loadAverages(db: Database, actor: Actor, agentId: string): Promise<Averages> {
  const { rows } = await sql<{
    currency: string | null
    calls: number
    seconds: number
    minor: number | null
  }>`
    select currency, count(*)::int as calls, coalesce(sum(duration_seconds), 0)::int as seconds, sum(cost_minor)::float8 as minor
    from calls
    where workspace_id = ${actor.workspaceId} and agent_id = ${agentId} and direction = 'outbound' and ${isAttempt}
      and started_at > now() - interval '90 days'
    group by currency order by currency
  `.execute(db)
  const calls = rows.reduce((sum, row) => sum + row.calls, 0)
  if (calls < contract.forecastMinCalls) return { calls, seconds: null, costs: [] }
  return {
    calls,
    seconds: Math.max(1, Math.round(rows.reduce((sum, row) => sum + row.seconds, 0) / calls)),
    costs: rows.flatMap(({ currency, minor }) =>
      currency && minor !== null ? [{ currency, minor: minor / calls }] : [],
    ),
  }
}

interface Waiting {
  /** The dialing code of their phone numbers. */
  code: string
  /** The part of the day of their last call, if the next one is in another part. */
  triedIn: DayPart | null
  /** When they become ready, apart from calling hours. */
  from: number
  count: number
}

/** When the hour of a clock in which a moment lies is over. */
function endOfHour(zone: string, at: Date): number {
  return minuteOf(at).getTime() + (60 - (clockIn(zone, at).minutes % 60)) * 60_000
}

/**
 * Plays the campaign hour by hour of the workspace's clock, from the rest of the present one. Returns the calls of each hour,
 * when the last one with calls ends, and how many people are left.
 */
function playHours(
  people: readonly Waiting[],
  calendar: CallingCalendar,
  { start, zone, perHour, perDay }: { start: Date; zone: string; perHour: number; perDay: number },
) {
  const waiting = people.map((each) => ({ ...each }))
  const hours: { at: string; calls: number }[] = []
  const used = new Map<string, number>()
  const end = start.getTime() + contract.forecastDays * 24 * hourMs
  let endsAt: string | null = null
  let until = endOfHour(zone, start)
  for (let at = start; at.getTime() < end; at = new Date(until), until += hourMs) {
    const day = clockIn(zone, at).date
    const share = (until - at.getTime()) / hourMs
    let free = Math.min(Math.floor(perHour * share), perDay - (used.get(day) ?? 0))
    let calls = 0
    for (const group of waiting) {
      if (free <= 0) break
      if (group.count === 0 || group.from > at.getTime() || !calendar.isOpen(group.code, at, group.triedIn))
        continue
      const called = Math.min(free, group.count)
      group.count -= called
      free -= called
      calls += called
    }
    if (calls > 0) {
      hours.push({ at: at.toISOString(), calls })
      endsAt = new Date(until).toISOString()
    }
    used.set(day, (used.get(day) ?? 0) + calls)
  }
  return { hours, endsAt, left: waiting.reduce((sum, { count }) => sum + count, 0) }
}

export const forecastVoiceCampaign = asReport(
  handler(contract.forecastVoiceCampaign, async ({ tx, actor, params }) => {
    const campaign = await loadCampaign(tx, actor, params.id)
    if (!campaign.queue) throw conflict(t`The call queue of this campaign was deleted. Choose another one.`)
    const queue = await loadQueue(tx, actor, campaign.queue.id)
    const caller = { userId: null, onlyWithConsent: campaign.onlyWithConsent }
    const counted = await countByReason(tx, actor, queue, caller)
    const groups = groupCounted(counted)
    const averages = await loadAverages(tx, actor, campaign.agent.id)
    const { capacity } = await tx
      .selectFrom('agents')
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', campaign.agent.id)
      .select('capacity')
      .executeTakeFirstOrThrow()
    const secondsPerCall = averages.seconds ?? contract.forecastDefaults.secondsPerCall
    const costPerCall = averages.costs.find(
      ({ currency }) => currency === campaign.costPerDay?.currency,
    )?.minor
    const limits = [
      campaign.minutesPerDay === null ? null : (campaign.minutesPerDay * 60) / secondsPerCall,
      campaign.costPerDay === null || !costPerCall ? null : campaign.costPerDay.minor / costPerCall,
    ].filter((limit) => limit !== null)
    const people = counted.counted.flatMap(({ state, code, triedIn, count, readyAt }) =>
      state === 'blocked'
        ? []
        : [
            {
              code,
              triedIn,
              from: readyAt ? Date.parse(readyAt) : 0,
              count,
            },
          ],
    )
    const atOnce = Math.max(0, Math.min(campaign.maxConcurrent, capacity - campaign.keptFree))
    const { hours, endsAt, left } = playHours(people, counted.calendar, {
      start: counted.at,
      zone: actor.workspace.timezone,
      perHour: (atOnce * 3600) / secondsPerCall,
      perDay: Math.floor(Math.min(...limits, Number.MAX_SAFE_INTEGER)),
    })
    const calls = hours.reduce((sum, hour) => sum + hour.calls, 0)
    return {
      total: groups.reduce((sum, { count }) => sum + count, 0),
      ready: groups.reduce((sum, { count, state }) => sum + (state === 'ready' ? count : 0), 0),
      groups,
      calls,
      hours,
      seconds: calls * secondsPerCall,
      costs: averages.costs.map(({ minor, currency }) => ({ minor: Math.round(minor * calls), currency })),
      endsAt,
      left,
      basis: { calls: averages.calls, secondsPerCall, isDefault: averages.seconds === null },
    }
  }),
)
