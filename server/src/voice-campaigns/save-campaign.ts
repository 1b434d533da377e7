import type { BodyOf } from '@muster/contract/endpoint.ts'
import * as contract from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, invalid, notFound, staleVersion } from '../app-error.ts'
import { loadQueue } from '../call-queues/load-queue.ts'
import { changedColumns } from '../database/changed-columns.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { loadCampaign } from './load-campaign.ts'
import { recordCampaignChange } from './record-campaign-change.ts'
import { isCallingProvider } from './voice-account.ts'

type Campaign = Awaited<ReturnType<typeof loadCampaign>>
type Input = Omit<BodyOf<typeof contract.updateVoiceCampaign>, 'version'>

const columns = {
  name: 'name',
  queueId: 'queue_id',
  agentId: 'agent_id',
  maxConcurrent: 'max_concurrent',
  keptFree: 'kept_free',
  minutesPerDay: 'minutes_per_day',
  onlyWithConsent: 'only_with_consent',
} as const

/**
 * Checks that an agent can place calls. Returns its provider.
 * @throws VALIDATION on `agentId` that says what is missing
 */
export async function assertAgentCalls(
  tx: Database,
  actor: Actor,
  agentId: string,
): Promise<contract.CallingProvider> {
  const agent = await tx
    .selectFrom('agents')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', agentId)
    .where('deleted_at', 'is', null)
    .select(['provider', 'provider_agent_id', 'phone'])
    .executeTakeFirst()
  if (!agent) throw invalid('agentId', t`No agent with this ID`)
  if (!isCallingProvider(agent.provider))
    throw invalid('agentId', t`Choose a voice agent of Vapi, Retell or Twilio. Others cannot place calls.`)
  if (!agent.provider_agent_id) throw invalid('agentId', t`Enter the provider agent ID of this agent first`)
  if (!agent.phone) throw invalid('agentId', t`Enter the phone number from which this agent calls first`)
  return agent.provider
}

/** @throws VALIDATION on `keptFree` for a campaign that could never call */
async function assertLeavesCalls(tx: Database, actor: Actor, agentId: string, keptFree: number) {
  const { capacity } = await tx
    .selectFrom('agents')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', agentId)
    .select('capacity')
    .executeTakeFirstOrThrow()
  if (keptFree >= capacity)
    throw invalid('keptFree', t`The agent can have ${capacity} calls at a time. Keep fewer of them free.`)
}

async function campaignColumns(tx: Database, actor: Actor, input: Input, before?: Campaign) {
  const { queueId, agentId, costPerDay } = input
  const keptFree = input.keptFree ?? before?.keptFree
  if (queueId)
    await loadQueue(tx, actor, queueId).catch(() => {
      throw invalid('queueId', t`No call queue with this ID`)
    })
  if (agentId) await assertAgentCalls(tx, actor, agentId)
  if (keptFree && (agentId || input.keptFree))
    await assertLeavesCalls(tx, actor, agentId ?? before!.agent.id, keptFree)
  return {
    ...changedColumns(input, columns),
    ...(costPerDay !== undefined && { cost_per_day_minor: costPerDay?.minor ?? null }),
    ...(costPerDay && { currency: costPerDay.currency }),
  }
}

export const createVoiceCampaign = handler(contract.createVoiceCampaign, async (context) => {
  const { tx, actor, body } = context
  const id = newId()
  await tx
    .insertInto('voice_campaigns')
    .values({
      workspace_id: actor.workspaceId,
      id,
      name: body.name,
      queue_id: body.queueId,
      agent_id: body.agentId,
      max_concurrent: body.maxConcurrent,
      only_with_consent: body.onlyWithConsent,
      currency: 'USD',
      ...(await campaignColumns(tx, actor, body)),
      created_by: actor.userId,
    })
    .execute()
  const campaign = await loadCampaign(tx, actor, id)
  await recordCampaignChange(tx, context, 'created', campaign)
  return campaign
})

export const updateVoiceCampaign = handler(contract.updateVoiceCampaign, async (context) => {
  const { tx, actor, params, body } = context
  const before = await loadCampaign(tx, actor, params.id)
  if (before.state === 'ended') throw conflict(t`This campaign has ended. Create a new one.`)
  const updated = await tx
    .updateTable('voice_campaigns')
    .set({
      ...(await campaignColumns(tx, actor, body, before)),
      version: sql`version + 1`,
      updated_at: sql`now()`,
      next_at: sql`now()`,
      nobody_ready: false,
    })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('version', '=', body.version ?? before.version)
    .executeTakeFirst()
  const after = await loadCampaign(tx, actor, params.id)
  if (updated.numUpdatedRows === 0n) throw staleVersion(after.version)
  await recordCampaignChange(tx, context, 'changed', after)
  return after
})

export const deleteVoiceCampaign = handler(contract.deleteVoiceCampaign, async (context) => {
  const { tx, actor, params } = context
  const campaign = await loadCampaign(tx, actor, params.id)
  const deleted = await tx
    .updateTable('voice_campaigns')
    .set({ deleted_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('state', 'in', ['draft', 'ended'])
    .executeTakeFirst()
  if (deleted.numUpdatedRows === 0n) throw conflict(t`End this campaign before you delete it.`)
  await recordCampaignChange(tx, context, 'deleted', campaign)
  return undefined
})

export const restoreVoiceCampaign = handler(contract.restoreVoiceCampaign, async (context) => {
  const { tx, actor, params } = context
  const restored = await tx
    .updateTable('voice_campaigns')
    .set({ deleted_at: null })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw notFound(t`Deleted voice campaign`)
  const campaign = await loadCampaign(tx, actor, params.id)
  await recordCampaignChange(tx, context, 'restored', campaign)
  return campaign
})
