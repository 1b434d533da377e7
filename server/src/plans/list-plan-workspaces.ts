import * as contract from '@muster/contract/plans.ts'
import type { SubscriptionState } from '@muster/contract/subscription-states.ts'
import { sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchCountedPage } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { loadPlan } from './present-plan.ts'
import { workspacePlans } from './workspace-plan.ts'

const byName = { expression: sql`lower(had.workspace_name)`, type: 'text' } as const

export const listPlanWorkspaces = handler(
  contract.listPlanWorkspaces,
  async ({ tx, actor, params: { id }, query }) => {
    await loadPlan(tx, actor, id)
    let found = tx
      .selectFrom(workspacePlans.as<'had'>('had'))
      .where('had.plan_id', '=', id)
      .select(['had.workspace_id as id', 'had.workspace_name as name', 'had.terms'])
      .select(['had.state', 'had.interval', 'had.seats'])
    if (query.q) found = found.where(containsText(sql`fold(had.workspace_name)`, query.q))
    const order = { ...byName, descending: query.sort === '-name' }
    const page = await fetchCountedPage(tx, found, 'had.workspace_id', order, query)
    const items = page.rows.map((row) => ({
      id: row.id,
      name: row.name,
      terms: row.terms,
      state: row.state as SubscriptionState | null,
      interval: row.interval as contract.Interval | null,
      seats: row.seats,
    }))
    return { items, nextCursor: page.nextCursor, total: page.total }
  },
)
