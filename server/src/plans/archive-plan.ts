import * as contract from '@muster/contract/plans.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { conflict } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { lockPlan } from './lock-plan.ts'

export const archivePlan = handler(contract.archivePlan, async ({ tx, actor, params: { id }, caller }) => {
  const plan = await lockPlan(tx, id)
  if (plan.is_default)
    throw conflict(t`New workspaces get this plan. Choose another for them before archiving it.`)
  await tx
    .updateTable('plans')
    .set({ state: 'archived', version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
  await recordAudit(tx, {
    ...actor,
    action: 'plan.archived',
    ip: caller.ip,
    subject: { kind: 'plan', id },
    details: { name: plan.name },
  })
  return undefined
})
