import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { notFound } from '../http/app-error.ts'

/** A plan with its terms of now, held until the transaction ends. @throws NOT_FOUND */
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
