import * as contract from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { assertPlanRoom } from '../plans/plan-room.ts'
import { positionScope } from '../policies/position-policy.ts'
import { announcePosition } from './announce-positions.ts'
import { loadPosition } from './present-position.ts'

export const restorePosition = handler(contract.restorePosition, async ({ tx, actor, params }) => {
  const deleted = await tx
    .selectFrom('positions')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .select('state')
    .executeTakeFirst()
  if (deleted?.state === 'open') await assertPlanRoom(tx, actor, 'openPositions')
  const restored = await tx
    .updateTable('positions')
    .set({ deleted_at: null, version: sql`version + 1` })
    .where('positions.workspace_id', '=', actor.workspaceId)
    .where('positions.id', '=', params.id)
    .where('positions.deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .where(positionScope(actor))
    .returning('positions.company_id')
    .executeTakeFirst()
  if (!restored) throw notFound(t`Deleted position`)
  const company = await tx
    .selectFrom('companies')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', restored.company_id)
    .where('deleted_at', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst()
  if (!company) throw conflict(t`The company is deleted. Restore it first.`)
  await announcePosition(tx, actor, params.id)
  return loadPosition(tx, actor, params.id)
})
