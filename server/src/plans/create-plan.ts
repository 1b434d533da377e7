import * as contract from '@muster/contract/plans.ts'
import { sql } from 'kysely'
import { recordAudit } from '../audit/record-audit.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { loadPlan } from './present-plan.ts'
import { writeTerms } from './write-terms.ts'

export const createPlan = handler(contract.createPlan, async ({ tx, actor, body, caller }) => {
  const id = newId()
  const { name, description = null, state, ...terms } = body
  await tx
    .insertInto('plans')
    .values({
      id,
      name,
      description,
      state,
      ordinal: sql<number>`(select coalesce(max(ordinal) + 1, 0) from plans)`,
    })
    .execute()
  await writeTerms(tx, id, 1, terms)
  await recordAudit(tx, {
    ...actor,
    action: 'plan.created',
    ip: caller.ip,
    subject: { kind: 'plan', id },
    details: { name, state, terms },
  })
  return loadPlan(tx, actor, id)
})
