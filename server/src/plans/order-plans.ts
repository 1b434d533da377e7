import * as contract from '@muster/contract/plans.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'

export const orderPlans = handler(contract.orderPlans, async ({ tx, actor, body, caller }) => {
  const { planIds } = body
  const rows = await tx
    .selectFrom('plans')
    .where('state', '<>', 'archived')
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  const known = new Set(rows.map((row) => row.id))
  const complete = new Set(planIds).size === planIds.length && planIds.length === known.size
  if (!complete || !planIds.every((id) => known.has(id)))
    throw invalid('planIds', t`List every active plan exactly once`)
  await sql`
    update plans set ordinal = placed.place - 1
    from unnest(${planIds}::uuid[]) with ordinality as placed (id, place) where plans.id = placed.id
  `.execute(tx)
  await recordAudit(tx, { ...actor, action: 'plan.ordered', ip: caller.ip, details: { planIds } })
  return undefined
})
