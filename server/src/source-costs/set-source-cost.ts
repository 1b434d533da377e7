import * as contract from '@muster/contract/source-costs.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, staleVersion } from '../app-error.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { loadSourceCost, presentSourceCost } from './present-source-cost.ts'
import { recordCostChange } from './record-cost-change.ts'

export const setSourceCost = handler(contract.setSourceCost, async (context) => {
  const { tx, actor, body } = context
  const { workspaceId, userId } = actor
  const { source, month, amount, version } = body
  const before = await tx
    .selectFrom('source_costs')
    .where('workspace_id', '=', workspaceId)
    .where('month', '=', month)
    .where('source', '=', source)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (version !== undefined && before && before.version !== version) throw staleVersion(before.version)
  if (version && !before)
    throw conflict(t`Someone else deleted this cost in the meantime. Reload the page and try again.`)
  if (before && before.amount_minor === amount.minor && before.currency === amount.currency)
    return presentSourceCost(await loadSourceCost(tx, workspaceId, before.id))
  const values = { amount_minor: amount.minor, currency: amount.currency, updated_by: userId }
  const { id } = await tx
    .insertInto('source_costs')
    .values({ workspace_id: workspaceId, id: newId(), source, month, ...values })
    .$if(version !== null, (insert) =>
      // Another call may have set it since; without a version the last one wins.
      insert.onConflict((known) =>
        known.columns(['workspace_id', 'month', 'source']).doUpdateSet({
          ...values,
          version: sql`source_costs.version + 1`,
          updated_at: sql`now()`,
        }),
      ),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const after = await loadSourceCost(tx, workspaceId, id)
  await recordCostChange(tx, context, 'set', after, before)
  return presentSourceCost(after)
})
