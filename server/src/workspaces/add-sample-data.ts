import * as contract from '@muster/contract/start.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import { loadDefaultStages } from '../pipelines/default-stages.ts'
import { announceSample } from '../sample/announce-sample.ts'
import { fillSample } from '../sample/fill-sample.ts'
import { loadStart } from './present-start.ts'

/** @throws CONFLICT when the default pipeline has no stage for a status of the sample */
async function assertStages(tx: Database, workspaceId: string): Promise<void> {
  const stages = await loadDefaultStages(tx, workspaceId)
  const types = new Set(stages.map(({ type }) => type))
  if (statusTypeKeys.some((type) => !types.has(type)))
    throw conflict(t`Sample data needs a default pipeline with a stage of each type`)
}

export const addSampleData = handler(contract.addSampleData, async ({ tx, actor, body, caller }) => {
  // Two administrators may ask at once.
  await tx
    .selectFrom('workspaces')
    .where('id', '=', actor.workspaceId)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { sample } = await loadStart(tx, actor.workspaceId)
  if (sample.whyNot !== null && (sample.loadedAt !== null || !body.alongside)) throw conflict(sample.whyNot)
  await assertStages(tx, actor.workspaceId)
  const admin = await tx
    .selectFrom('users')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', actor.userId)
    .select(['id', 'email'])
    .executeTakeFirstOrThrow()
  await fillSample(tx, actor.workspaceId, admin, `.${actor.workspaceId.slice(-8)}`)
  await announceSample(tx, actor)
  await recordAudit(tx, { ...actor, action: 'workspace.sample_added', ip: caller.ip })
  return loadStart(tx, actor.workspaceId)
})
