import type { Plan } from './plan.ts'
import type { Random } from './random.ts'
import { iso } from './rows.ts'
import type { SetupIds } from './setup-rows.ts'
import type { EndReason, StoryCall } from './story.ts'

/** The providers' own end reasons, where they have one. */
const rawEndReasons: Readonly<Record<'vapi' | 'retell', Readonly<Partial<Record<EndReason, string>>>>> = {
  retell: {
    human_conversation: 'user_hangup',
    transferred: 'call_transfer',
    voicemail: 'voicemail_reached',
    ivr: 'ivr_reached',
    no_answer: 'dial_no_answer',
    busy: 'dial_busy',
    declined: 'user_declined',
    invalid_number: 'invalid_destination',
    blocked: 'marked_as_spam',
    timeout: 'inactivity',
    canceled: 'manual_stopped',
    carrier_error: 'dial_failed',
    system_error: 'error_unknown',
  },
  vapi: {
    human_conversation: 'customer-ended-call',
    transferred: 'assistant-forwarded-call',
    voicemail: 'voicemail',
    no_answer: 'customer-did-not-answer',
    busy: 'customer-busy',
    invalid_number: 'twilio-reported-customer-misdialed',
    timeout: 'silence-timed-out',
    canceled: 'manually-canceled',
    carrier_error: 'twilio-failed-to-connect-call',
    system_error: 'pipeline-error-openai-llm-failed',
  },
}

/** Price per started minute of a voice agent, in cents. */
const centsPerMinute = { vapi: 9, retell: 11 } as const

/** Includes the time: among a million applications some have equal random numbers. */
function providerCallId(provider: string, at: number, random: Random): string {
  return `${provider}_${at.toString(36)}${Buffer.from(random.bytes(10)).toString('hex')}`
}

/** Returns the columns of a call except its ids. */
export function callRow(plan: Plan, ids: SetupIds, call: StoryCall, toNumber: string, random: Random) {
  const agent = plan.staff.agents[call.agent]!
  const { provider } = agent
  const isInbound =
    agent.user !== null && call.outcome !== null && Math.floor(call.startedAt / 1000) % 12 === 0
  const isOfCampaign =
    ids.campaign !== null && call.agent === ids.campaign.agent && call.startedAt >= ids.campaign.from
  // Staff call from the queue; voice agents only for the campaign, which has it too.
  const isOfQueue = isOfCampaign || (agent.user !== null && !isInbound)
  return {
    agent_id: ids.agents[call.agent]!,
    campaign_id: isOfCampaign ? ids.campaign!.id : null,
    queue_id: isOfQueue ? ids.queue : null,
    direction: isInbound ? 'inbound' : 'outbound',
    lifecycle: call.lifecycle,
    end_reason: call.endReason,
    raw_end_reason: provider && (rawEndReasons[provider][call.endReason] ?? null),
    outcome: call.outcome,
    suggested_outcome: call.suggestedOutcome,
    callback_at: call.callbackAt === null ? null : iso(call.callbackAt),
    from_number: isInbound ? toNumber : agent.phone,
    to_number: isInbound ? agent.phone : toNumber,
    started_at: iso(call.startedAt),
    ended_at: iso(call.endedAt),
    duration_seconds: call.seconds,
    summary: call.summary,
    transcript: call.transcript,
    cost_minor: provider && Math.ceil(call.seconds / 60) * centsPerMinute[provider],
    currency: provider && 'USD',
    provider,
    provider_call_id: provider && providerCallId(provider, call.startedAt, random),
    logged_by: agent.user === null ? null : ids.users[agent.user]!,
    created_at: iso(call.endedAt),
  }
}
