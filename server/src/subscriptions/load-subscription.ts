import type { Interval } from '@muster/contract/plans.ts'
import type { SubscriptionState } from '@muster/contract/subscription-states.ts'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Subscriptions } from '../database/schema.generated.ts'
import { presentTerms, type Terms, type TermsRow } from '../plans/present-terms.ts'

/** A subscription with its plan. The period of a live one is set. */
export interface LoadedSubscription {
  row: Selectable<Subscriptions>
  planName: string
  terms: Terms
  interval: Interval
  /** The plan scheduled for the period's end, if any. */
  next: { planId: string; planName: string; terms: Terms; interval: Interval; seats: number | null } | null
}

interface Joined {
  plan_name: string
  terms_row: TermsRow
  next_name: string | null
  next_row: TermsRow | null
}

/** JSON has times in PostgreSQL's format. */
function termsOf(row: TermsRow): Terms {
  return presentTerms({ ...row, since: new Date(row.since).toISOString() })
}

function selectSubscriptions(db: Database, workspaceId: string) {
  return db
    .selectFrom('subscriptions')
    .where('subscriptions.workspace_id', '=', workspaceId)
    .selectAll('subscriptions')
    .select([
      sql<Joined['plan_name']>`(select name from plans where plans.id = subscriptions.plan_id)`.as(
        'plan_name',
      ),
      sql<Joined['terms_row']>`(
        select to_jsonb(plan_terms) from plan_terms
        where plan_terms.plan_id = subscriptions.plan_id and plan_terms.number = subscriptions.terms
      )`.as('terms_row'),
      sql<Joined['next_name']>`(select name from plans where plans.id = subscriptions.next_plan_id)`.as(
        'next_name',
      ),
      sql<Joined['next_row']>`(
        select to_jsonb(plan_terms) from plan_terms
        where plan_terms.plan_id = subscriptions.next_plan_id and plan_terms.number = subscriptions.next_terms
      )`.as('next_row'),
    ])
}

function read(row: Selectable<Subscriptions> & Joined): LoadedSubscription {
  const { plan_name: planName, terms_row, next_name, next_row, ...own } = row
  return {
    row: own,
    planName,
    terms: termsOf(terms_row),
    interval: own.interval as Interval,
    next: next_row && {
      planId: own.next_plan_id!,
      planName: next_name!,
      terms: termsOf(next_row),
      interval: own.next_interval as Interval,
      seats: own.next_seats,
    },
  }
}

const liveStates: SubscriptionState[] = ['trialing', 'active', 'past_due']

/** Returns the live subscription; a workspace has at most one. */
export async function loadLive(db: Database, workspaceId: string): Promise<LoadedSubscription | null> {
  const row = await selectSubscriptions(db, workspaceId).where('state', 'in', liveStates).executeTakeFirst()
  return row ? read(row) : null
}

/** Returns the subscription that waits for its first payment. */
export async function loadWaiting(db: Database, workspaceId: string): Promise<LoadedSubscription | null> {
  const row = await selectSubscriptions(db, workspaceId).where('state', '=', 'incomplete').executeTakeFirst()
  return row ? read(row) : null
}

/** Returns the subscription that ended last, of those that were live. */
export async function loadLastEnded(db: Database, workspaceId: string): Promise<LoadedSubscription | null> {
  const row = await selectSubscriptions(db, workspaceId)
    .where('state', '=', 'canceled')
    .where('started_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? read(row) : null
}

export async function loadById(db: Database, workspaceId: string, id: string): Promise<LoadedSubscription> {
  return read(await selectSubscriptions(db, workspaceId).where('id', '=', id).executeTakeFirstOrThrow())
}

/** Returns whether the workspace ever had a trial: it gets only one. */
export async function hadTrial(db: Database, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('subscriptions')
    .where('workspace_id', '=', workspaceId)
    .where('trial_ends_at', 'is not', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
