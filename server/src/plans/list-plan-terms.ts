import * as contract from '@muster/contract/plans.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadPlan } from './present-plan.ts'
import { presentTerms, termsColumns } from './present-terms.ts'
import { workspacePlans } from './workspace-plan.ts'

const subscribers = sql<number>`(
  select count(*)::int from ${workspacePlans} had
  where had.plan_id = plan_terms.plan_id and had.terms = plan_terms.number
)`

export const listPlanTerms = handler(contract.listPlanTerms, async ({ tx, actor, params: { id } }) => {
  await loadPlan(tx, actor, id)
  const rows = await tx
    .selectFrom('plan_terms')
    .where('plan_id', '=', id)
    .select(termsColumns)
    .select(subscribers.as('subscribers'))
    .orderBy('number', 'desc')
    .execute()
  return { items: rows.map((row) => ({ ...presentTerms(row), subscribers: row.subscribers })) }
})
