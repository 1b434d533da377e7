import * as contract from '@muster/contract/goals.ts'
import { staleVersion } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadGoal } from './load-goal.ts'
import { recordGoalChange } from './record-goal-change.ts'

export const deleteGoal = handler(contract.deleteGoal, async (context) => {
  const { tx, actor, params, query } = context
  const { workspaceId } = actor
  const { id } = params
  await tx
    .selectFrom('goals')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .execute()
  const goal = await loadGoal(tx, actor, id)
  if (query.version !== undefined && query.version !== goal.version) throw staleVersion(goal.version)
  await tx.deleteFrom('goals').where('workspace_id', '=', workspaceId).where('id', '=', id).execute()
  await recordGoalChange(tx, context, 'deleted', goal, goal)
  return undefined
})
