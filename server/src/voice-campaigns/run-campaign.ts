import * as contract from '@muster/contract/voice-campaigns.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import { type Context, handler } from '../http/handler.ts'
import { loadCampaign } from './load-campaign.ts'
import { recordCampaignChange } from './record-campaign-change.ts'
import { assertAgentCalls } from './save-campaign.ts'
import { loadVoiceAccount } from './voice-account.ts'

type State = (typeof contract.campaignStates)[number]

interface Change {
  from: readonly State[]
  /** Said to callers whose campaign is in another state. */
  refusal: string
  set: Record<string, unknown>
  record: 'started' | 'paused' | 'ended'
}

/** Changes the state of a campaign, if it is in one of the states that allow it. */
async function changeState(context: Context<typeof contract.pauseVoiceCampaign>, change: Change) {
  const { tx, actor, params } = context
  const changed = await tx
    .updateTable('voice_campaigns')
    .set({ ...change.set, version: sql`version + 1`, updated_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('deleted_at', 'is', null)
    .where('state', 'in', change.from)
    .executeTakeFirst()
  const campaign = await loadCampaign(tx, actor, params.id)
  if (changed.numUpdatedRows === 0n) throw conflict(change.refusal)
  await recordCampaignChange(tx, context, change.record, campaign)
  return campaign
}

export const startVoiceCampaign = handler(contract.startVoiceCampaign, async (context) => {
  const { tx, actor, params } = context
  const { agent, queue, state } = await loadCampaign(tx, actor, params.id)
  if (state === 'ended') throw conflict(t`This campaign has ended. Create a new one.`)
  if (!queue) throw conflict(t`The call queue of this campaign was deleted. Choose another one.`)
  const provider = await assertAgentCalls(tx, actor, agent.id)
  if (!(await loadVoiceAccount(tx, actor.workspaceId, provider)))
    throw invalid(
      'agentId',
      t`Set the key for placing calls through this agent’s provider in the settings first`,
    )
  return changeState(context, {
    from: ['draft', 'paused'],
    refusal: t`This campaign is running.`,
    set: {
      state: 'running',
      pause_reason: null,
      pause_detail: null,
      started_by: actor.userId,
      started_at: sql`coalesce(started_at, now())`,
      next_at: sql`now()`,
      nobody_ready: false,
      failures: 0,
    },
    record: 'started',
  })
})

export const pauseVoiceCampaign = handler(contract.pauseVoiceCampaign, (context) =>
  changeState(context, {
    from: ['running'],
    refusal: t`This campaign is not running.`,
    set: { state: 'paused', pause_reason: 'user', pause_detail: null },
    record: 'paused',
  }),
)

export const endVoiceCampaign = handler(contract.endVoiceCampaign, (context) =>
  changeState(context, {
    from: ['draft', 'running', 'paused'],
    refusal: t`This campaign has ended already.`,
    set: { state: 'ended', ended_at: sql`now()`, pause_reason: null, pause_detail: null },
    record: 'ended',
  }),
)
