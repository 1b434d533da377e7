import type { CallingProvider, pauseReasons } from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { claimPeople } from '../call-queues/claim-people.ts'
import { loadQueue } from '../call-queues/load-queue.ts'
import { queuePeople } from '../call-queues/queue-people.ts'
import { applyCallEffects } from '../calls/apply-call-effects.ts'
import type { Database } from '../database/connect.ts'
import { lockName } from '../database/lock-name.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import { announce } from '../live/announce.ts'
import type { Services } from '../services.ts'
import { loadUserActors } from '../session/load-user-actors.ts'
import { voiceWebhookUrl } from '../webhooks/list-voice-webhooks.ts'
import { lockCall } from '../webhooks/record-event.ts'
import { hasOwnSecret } from '../webhooks/voice-secret.ts'
import { type CampaignRow, freeCalls, selectCampaigns, waitsFor } from './load-campaign.ts'
import { type CallOrder, placeCall } from './providers/place-call.ts'
import type { Placement } from './providers/send-request.ts'
import { isCallingProvider, loadVoiceAccount } from './voice-account.ts'

/** How many calls a campaign places in one round, which lasts as long as the slowest request. */
const callsPerRound = 20
/** How long until a campaign looks again if nothing can be done. */
const idleSeconds = 15
/** After so many requests in a row without a call, a campaign pauses. */
const maxFailures = 5
const maxDelaySeconds = 600

interface Campaign {
  workspaceId: string
  id: string
}

interface Order {
  campaign: Campaign
  callId: string
  candidateId: string
  provider: CallingProvider
  order: CallOrder
}

function updateCampaign(tx: Database, { workspaceId, id }: Campaign) {
  return tx.updateTable('voice_campaigns').where('workspace_id', '=', workspaceId).where('id', '=', id)
}

/** Updates a call that a provider did not confirm. */
function updateUnconfirmed(tx: Database, { campaign, callId }: Order) {
  return tx
    .updateTable('calls')
    .where('workspace_id', '=', campaign.workspaceId)
    .where('id', '=', callId)
    .where('provider_call_id', 'is', null)
}

async function pause(
  tx: Database,
  campaign: Campaign,
  reason: (typeof pauseReasons)[number],
  detail: string | null = null,
): Promise<void> {
  await updateCampaign(tx, campaign)
    .set({
      state: 'paused',
      pause_reason: reason,
      pause_detail: detail,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('state', '=', 'running')
    .execute()
}

async function lookAgain(tx: Database, campaign: Campaign, nobodyReady: boolean): Promise<void> {
  await updateCampaign(tx, campaign)
    .set({ next_at: sql`now() + make_interval(secs => ${idleSeconds}::integer)`, nobody_ready: nobodyReady })
    .execute()
}

/** Locks a campaign that may place calls. Another node that is choosing its next people has it locked. */
function lockCampaign(tx: Database, { workspaceId, id }: Campaign) {
  return tx
    .selectFrom('voice_campaigns')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('deleted_at', 'is', null)
    .where('next_at', '<=', sql<string>`now()`)
    .select(['started_by', 'agent_id'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Serializes the choice of calls of an agent, which several campaigns may have. */
async function lockAgent(tx: Database, workspaceId: string, agentId: string): Promise<void> {
  await lockName(tx, `calls of agent ${workspaceId} ${agentId}`)
}

/**
 * Chooses whom a campaign calls now, claims them and stores a call for each, before any provider is asked: whatever happens
 * afterwards, nobody is called twice.
 */
async function chooseCalls(tx: Database, services: Services, campaign: Campaign): Promise<Order[]> {
  const locked = await lockCampaign(tx, campaign)
  if (!locked) return []
  const { workspaceId } = campaign
  const starter = locked.started_by ?? ''
  const actor = starter ? (await loadUserActors(tx, workspaceId, [starter])).get(starter) : undefined
  if (!actor?.permissions.has('voice-campaigns:run')) {
    await pause(tx, campaign, 'starter_lost_access')
    return []
  }
  await lockAgent(tx, workspaceId, locked.agent_id)
  const row = await selectCampaigns(tx, actor)
    .where('voice_campaigns.id', '=', campaign.id)
    .executeTakeFirstOrThrow()
  const { provider, provider_agent_id: agentId, agent_phone: from } = row
  const waits = waitsFor({ ...row, nobody_ready: false })
  if (waits === 'calls_at_limit') return []
  if (waits) {
    await lookAgain(tx, campaign, false)
    return []
  }
  const account = isCallingProvider(provider) ? await loadVoiceAccount(tx, workspaceId, provider) : null
  if (!account || !isCallingProvider(provider) || !agentId || !from) {
    await pause(tx, campaign, 'no_account')
    return []
  }
  const queue = await loadQueue(tx, actor, row.known_queue_id!)
  const caller = { userId: null, onlyWithConsent: row.only_with_consent }
  // After a failure one call shows whether the provider is back.
  const limit = row.failures > 0 ? 1 : Math.min(freeCalls(row), callsPerRound)
  const people = await queuePeople(tx, actor, queue, caller)
  const claimed = await claimPeople(tx, queue, people, { workspaceId, userId: null, limit })
  if (claimed.length === 0) {
    await lookAgain(tx, campaign, true)
    return []
  }
  await updateCampaign(tx, campaign).set({ next_at: sql`now()`, nobody_ready: false }).execute()
  const reportUrl = voiceWebhookUrl(services.config, provider, workspaceId)
  const orders = claimed.map(({ applicationId, candidateId, phone }) => {
    const callId = newId()
    const metadata = { workspace_id: workspaceId, application_id: applicationId, muster_call_id: callId }
    return {
      campaign,
      callId,
      candidateId,
      provider,
      order: { account, agentId, from, to: phone, metadata, reportUrl },
    }
  })
  await storeCalls(tx, row, orders)
  return orders
}

async function storeCalls(tx: Database, row: CampaignRow, orders: readonly Order[]): Promise<void> {
  const own = await hasOwnSecret(tx, row.workspace_id, orders[0]!.provider)
  await tx
    .insertInto('calls')
    .values(
      orders.map(({ callId, candidateId, provider, order }) => ({
        workspace_id: row.workspace_id,
        id: callId,
        application_id: order.metadata.application_id,
        candidate_id: candidateId,
        agent_id: row.agent_id,
        campaign_id: row.id,
        queue_id: row.known_queue_id,
        direction: 'outbound',
        lifecycle: 'queued',
        from_number: order.from,
        to_number: order.to,
        started_at: sql<string>`now()`,
        provider,
        begun_with: own ? 'workspace' : 'installation',
      })),
    )
    .execute()
  await announce(tx, row.workspace_id, {
    kind: 'claims-changed',
    applicationIds: orders.map(({ order }) => order.metadata.application_id),
    actorId: null,
  })
}

function queueOf({ campaign, callId }: Order) {
  return sql<string | null>`(
    select ours.queue_id from calls as ours where ours.workspace_id = ${campaign.workspaceId} and ours.id = ${callId}
  )`
}

/** Gives the call the provider's id. A report that came before it may have begun a call of its own: that one stays. */
async function storePlaced(tx: Database, order: Order, providerCallId: string): Promise<void> {
  const { campaign, callId, provider } = order
  const { workspaceId } = campaign
  await lockCall(tx, workspaceId, provider, providerCallId)
  const reported = await tx
    .updateTable('calls')
    .set({ campaign_id: campaign.id, queue_id: queueOf(order) })
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('provider_call_id', '=', providerCallId)
    .returning('id')
    .executeTakeFirst()
  if (reported && reported.id !== callId)
    await tx.deleteFrom('calls').where('workspace_id', '=', workspaceId).where('id', '=', callId).execute()
  else
    await updateUnconfirmed(tx, order)
      .set({ provider_call_id: providerCallId, updated_at: sql`now()` })
      .execute()
}

/** Ends a call that was never placed. The person is free again: `canceled` calls are no tries. */
async function storeNotPlaced(tx: Database, order: Order, detail: string): Promise<void> {
  const { campaign, candidateId } = order
  await endCall(tx, order, { lifecycle: 'canceled', end_reason: 'canceled', raw_end_reason: detail })
  await tx
    .deleteFrom('call_claims')
    .where('workspace_id', '=', campaign.workspaceId)
    .where('candidate_id', '=', candidateId)
    .where('user_id', 'is', null)
    .execute()
}

async function endCall(
  tx: Database,
  order: Order,
  ended: { lifecycle: string; end_reason: string; raw_end_reason: string },
): Promise<void> {
  await updateUnconfirmed(tx, order)
    .set({ ...ended, updated_at: sql`now()` })
    .where('lifecycle', '=', 'queued')
    .execute()
}

/** Counts a request that placed no call. The campaign slows down, and pauses after several in a row. */
async function countFailure(
  tx: Database,
  campaign: Campaign,
  { detail, retryAfterSeconds = null }: { detail: string; retryAfterSeconds?: number | null },
): Promise<void> {
  const { failures } = await updateCampaign(tx, campaign)
    .set({ failures: sql`failures + 1` })
    .returning('failures')
    .executeTakeFirstOrThrow()
  if (failures >= maxFailures) return pause(tx, campaign, 'provider_failed', detail)
  const delay = Math.min(Math.max(retryAfterSeconds ?? 0, 5 * 2 ** failures), maxDelaySeconds)
  await updateCampaign(tx, campaign)
    .set({ next_at: sql`greatest(next_at, now() + make_interval(secs => ${delay}::integer))` })
    .execute()
}

/** Stores what became of a request to place a call. */
async function storePlacement(tx: Database, order: Order, placement: Placement): Promise<void> {
  const { campaign } = order
  switch (placement.result) {
    case 'placed':
      await storePlaced(tx, order, placement.providerCallId)
      await updateCampaign(tx, campaign).set({ failures: 0 }).where('failures', '>', 0).execute()
      return
    case 'refused':
      await endCall(tx, order, {
        lifecycle: 'failed',
        end_reason: 'system_error',
        raw_end_reason: placement.detail,
      })
      await applyCallEffects(tx, campaign.workspaceId, order.callId, {
        actor: null,
        agentId: null,
        showsCallback: true,
      })
      return countFailure(tx, campaign, placement)
    case 'account_refused':
      await storeNotPlaced(tx, order, placement.detail)
      return pause(tx, campaign, 'provider_refused', placement.detail)
    case 'number_unknown':
      await storeNotPlaced(tx, order, placement.detail)
      return pause(tx, campaign, 'number_unknown')
    case 'busy':
      await storeNotPlaced(tx, order, placement.detail)
      return countFailure(tx, campaign, placement)
    case 'unknown':
      // It may ring, so it stays as it is until a report or `endLostCalls`.
      return countFailure(tx, campaign, placement)
  }
}

async function runRound(services: Services, campaign: Campaign): Promise<void> {
  const orders = await writeTransaction(services.db, (tx) => chooseCalls(tx, services, campaign))
  await Promise.all(
    orders.map(async (order) => {
      const url = services.config.voiceApiUrls[order.provider]
      const placement = await placeCall(order.provider, url, order.order)
      await writeTransaction(services.db, (tx) => storePlacement(tx, order, placement))
    }),
  )
}

/** Places the next calls of all running campaigns. Several nodes may do so at once. */
export async function placeCalls(services: Services): Promise<void> {
  const campaigns = await services.db
    .selectFrom('voice_campaigns')
    .where('state', '=', 'running')
    .where('deleted_at', 'is', null)
    .where('next_at', '<=', sql<string>`now()`)
    .select(['workspace_id as workspaceId', 'id'])
    .orderBy('next_at')
    .limit(50)
    .execute()
  await Promise.all(campaigns.map((campaign) => runRound(services, campaign)))
}
