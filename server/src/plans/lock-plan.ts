import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'

/**
 * Locks a plan and returns it with its current terms.
 * @throws NOT_FOUND
 */
export async function lockPlan(tx: Database, id: string) {
  const row = await tx
    .selectFrom('plans')
    .innerJoin('plan_terms', (join) =>
      join.onRef('plan_terms.plan_id', '=', 'plans.id').onRef('plan_terms.number', '=', 'plans.terms'),
    )
    .where('plans.id', '=', id)
    .selectAll('plan_terms')
    .select(['plans.id', 'plans.name', 'plans.state', 'plans.is_default', 'plans.version'])
    .forUpdate('plans')
    .executeTakeFirst()
  if (!row) throw notFound(t`Plan`)
  return row
}
