import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'

interface Cost {
  id: string
  source: string
  month: string
  amount_minor: number
  currency: string
}

const amountOf = (cost: Pick<Cost, 'amount_minor' | 'currency'> | undefined) =>
  cost ? { minor: cost.amount_minor, currency: cost.currency } : null

/** Writes an audit entry for a cost that was set or deleted, with the amounts before and after. */
export async function recordCostChange(
  tx: Database,
  { actor, caller }: { actor: Actor; caller: Caller },
  change: 'set' | 'deleted',
  cost: Cost,
  before: Pick<Cost, 'amount_minor' | 'currency'> | undefined,
): Promise<void> {
  await recordAudit(tx, {
    ...actor,
    action: `source_cost.${change}`,
    ip: caller.ip,
    userAgent: caller.userAgent,
    subject: { kind: 'source_cost', id: cost.id },
    details: {
      source: cost.source,
      month: cost.month,
      before: amountOf(before),
      after: change === 'deleted' ? null : amountOf(cost),
    },
  })
}
