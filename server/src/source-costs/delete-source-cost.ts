import * as contract from '@muster/contract/source-costs.ts'
import { staleVersion } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadSourceCost } from './present-source-cost.ts'
import { recordCostChange } from './record-cost-change.ts'

export const deleteSourceCost = handler(contract.deleteSourceCost, async (context) => {
  const { tx, actor, params, query } = context
  const { workspaceId } = actor
  const { id } = params
  await tx
    .selectFrom('source_costs')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .execute()
  const cost = await loadSourceCost(tx, workspaceId, id)
  if (query.version !== undefined && query.version !== cost.version) throw staleVersion(cost.version)
  await tx.deleteFrom('source_costs').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await recordCostChange(tx, context, 'deleted', cost, cost)
  return undefined
})
