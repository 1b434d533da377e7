import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { type Limits, planLimitKeys } from '@muster/contract/plan-limits.ts'
import * as contract from '@muster/contract/subscriptions.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { countUse } from '../plans/count-use.ts'
import { currentPlan } from '../plans/current-plan.ts'
import { decideChange, sumOf } from './decide-change.ts'
import { hadTrial, loadLive } from './load-subscription.ts'
import { loadOffer, type Offer } from './plan-offer.ts'

type Preview = ResponseOf<typeof contract.previewChange>

/** Returns the limits that the current use exceeds, and the limits that would change. */
async function compareLimits(db: Database, workspaceId: string, offer: Offer) {
  const now = await currentPlan(db, workspaceId)
  const then: Limits =
    offer.seats === null ? offer.terms.limits : { ...offer.terms.limits, seats: offer.seats }
  const place = { workspaceId, timezone: now.timezone }
  const counts = planLimitKeys.map((what) => sql`${countUse[what](place)} as ${sql.id(what)}`)
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db)
  const exceeded = planLimitKeys.flatMap((what) => {
    const [limit, used] = [then[what], rows[0]![what]!]
    return limit !== 'unlimited' && used > limit ? { what, used, limit } : []
  })
  const changes = planLimitKeys.flatMap((what) =>
    now.limits[what] === then[what] ? [] : { what, from: now.limits[what], to: then[what] },
  )
  return { exceeded, changes }
}

export async function loadPreview(db: Database, workspaceId: string, offer: Offer): Promise<Preview> {
  const { rows } = await sql<{ now: string }>`select now()::timestamptz(3) as now`.execute(db)
  const live = await loadLive(db, workspaceId)
  const change = decideChange(live, offer, { now: rows[0]!.now, hadTrial: await hadTrial(db, workspaceId) })
  return {
    effect: change.effect,
    at: change.at,
    seats: offer.seats,
    trialDays: change.trialDays,
    lines: change.lines,
    dueNowMinor: sumOf(change.lines),
    amountMinor: offer.amountMinor,
    currency: offer.terms.currency,
    nextInvoiceAt: change.nextInvoiceAt,
    ...(await compareLimits(db, workspaceId, offer)),
  }
}

export const previewChange = handler(contract.previewChange, async ({ tx, actor, query }) => {
  const offer = await loadOffer(tx, actor.workspaceId, query, { includeHidden: false })
  return loadPreview(tx, actor.workspaceId, offer)
})
