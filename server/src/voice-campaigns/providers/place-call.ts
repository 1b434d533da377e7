import type { CallingProvider } from '@muster/contract/voice-campaigns.ts'
import { type Placement, readPlacement, sendRequest } from './send-request.ts'

/** A call to place. Phone numbers are in E.164. */
export interface CallOrder {
  /** The workspace's account with the provider. */
  account: { apiKey: string; accountId: string | null }
  /** The provider's id of the agent: an assistant, an agent, or for Twilio a TwiML app or the URL of TwiML. */
  agentId: string
  from: string
  to: string
  /** Our ids, which the provider repeats in its reports. */
  metadata: { workspace_id: string; application_id: string; muster_call_id: string }
  /** Where Twilio sends its reports. The others know it from the agent. */
  reportUrl: string
}

type PlaceCall = (apiUrl: string, order: CallOrder) => Promise<Placement>

const json = (apiKey: string) => ({ authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' })

/** Vapi takes the id of a phone number, not the number. */
async function findPhoneNumber(apiUrl: string, { account, from }: CallOrder) {
  const answer = await sendRequest(`${apiUrl}/phone-number?limit=1000`, { headers: json(account.apiKey) })
  // Nothing was placed yet.
  if (!('body' in answer))
    return answer.result === 'unknown'
      ? { ...answer, result: 'busy' as const, retryAfterSeconds: null }
      : answer
  const numbers = Array.isArray(answer.body)
    ? (answer.body as ({ id?: unknown; number?: unknown } | null)[])
    : []
  const id = numbers.find((each) => each?.number === from)?.id
  if (typeof id === 'string') return { id }
  return { result: 'number_unknown' as const, detail: 'phone-number-not-found' }
}

const placeAtVapi: PlaceCall = async (apiUrl, order) => {
  const phone = await findPhoneNumber(apiUrl, order)
  if (!('id' in phone)) return phone
  const answer = await sendRequest(`${apiUrl}/call`, {
    method: 'POST',
    headers: json(order.account.apiKey),
    body: JSON.stringify({
      assistantId: order.agentId,
      assistantOverrides: { metadata: order.metadata },
      phoneNumberId: phone.id,
      customer: { number: order.to },
    }),
  })
  return readPlacement(answer, 'id')
}

const placeAtRetell: PlaceCall = async (apiUrl, order) => {
  const answer = await sendRequest(`${apiUrl}/v2/create-phone-call`, {
    method: 'POST',
    headers: json(order.account.apiKey),
    body: JSON.stringify({
      from_number: order.from,
      to_number: order.to,
      override_agent_id: order.agentId,
      metadata: order.metadata,
    }),
  })
  return readPlacement(answer, 'call_id')
}

const twilioEvents = ['initiated', 'ringing', 'answered', 'completed']

const placeAtTwilio: PlaceCall = async (apiUrl, order) => {
  const { accountId, apiKey } = order.account
  const report = new URL(order.reportUrl)
  for (const [name, value] of Object.entries(order.metadata)) report.searchParams.set(name, value)
  const form = new URLSearchParams({
    From: order.from,
    To: order.to,
    MachineDetection: 'Enable',
    StatusCallback: report.href,
    [order.agentId.startsWith('http') ? 'Url' : 'ApplicationSid']: order.agentId,
  })
  for (const event of twilioEvents) form.append('StatusCallbackEvent', event)
  const answer = await sendRequest(
    `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountId ?? '')}/Calls.json`,
    {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${accountId}:${apiKey}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
    },
  )
  return readPlacement(answer, 'sid')
}

const placers: Record<CallingProvider, PlaceCall> = {
  vapi: placeAtVapi,
  retell: placeAtRetell,
  twilio: placeAtTwilio,
}

/** Places one call through a provider. Never throws, and never sends a request twice. */
export function placeCall(provider: CallingProvider, apiUrl: string, order: CallOrder): Promise<Placement> {
  return placers[provider](apiUrl, order)
}
