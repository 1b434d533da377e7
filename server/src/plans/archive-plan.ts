import * as contract from '@muster/contract/plans.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { lockPlan } from './lock-plan.ts'

export const archivePlan = handler(contract.archivePlan, async ({ tx, actor, params: { id }, caller }) => {
  const plan = await lockPlan(tx, id)
  if (plan.is_default)
    throw conflict(
      t`This is the default plan for new workspaces. Choose another default plan before archiving it.`,
    )
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
