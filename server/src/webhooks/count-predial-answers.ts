import * as contract from '@muster/contract/predial-answers.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'

export const countPredialAnswers = handler(contract.countPredialAnswers, async ({ tx, actor }) => {
  const rows = await tx
    .selectFrom('predial_answers')
    .where('workspace_id', '=', actor.workspaceId)
    .groupBy(['reason', 'eligible'])
    .select(({ fn }) => [
      'reason',
      'eligible',
      sql<number>`count(*)::integer`.as('count'),
      fn.max('answered_at').as('last_answered_at'),
    ])
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('reason')
    .execute()
  const sum = (of: typeof rows) => of.reduce((total, { count }) => total + count, 0)
  return {
    total: sum(rows),
    eligible: sum(rows.filter(({ eligible }) => eligible)),
    groups: rows.map(({ reason, eligible, count, last_answered_at }) => ({
      reason: reason as contract.PredialReason,
      eligible,
      count,
      lastAnsweredAt: last_answered_at,
    })),
  }
})
