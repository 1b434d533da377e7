import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CallingProvider } from '@muster/contract/voice-campaigns.ts'
import { Retell } from 'retell-sdk'
import twilio from 'twilio'
import { voiceSecret } from './test-server.ts'

/** The keys with which the peer's customers place calls. Retell and Twilio sign their reports with them too. */
export const phoneNetworkKeys = { vapi: 'vapi-key', retell: 'retell-key', twilio: 'twilio-token' } as const
export const twilioAccount = 'AC00000000000000000000000000000001'

/** A call that a provider took. */
export interface PlacedCall {
  provider: CallingProvider
  id: string
  agentId: string
  from: string
  to: string
  metadata: Record<string, string>
  /** Twilio is told with each call where to report it. */
  reportUrl: string | null
}

export type Fate = 'no_answer' | 'busy' | 'voicemail' | 'qualified' | 'stop'

/** What the peer answers instead of taking a call. */
export type Refusal = { status: number; body?: string; headers?: Record<string, string> } | 'hang_up'

type Answering = Refusal | { taken: Refusal } | null

export interface PhoneNetwork {
  urls: Record<CallingProvider, string>
  calls: PlacedCall[]
  /** The numbers that the customer has at Vapi. */
  numbers: Set<string>
  /** Decides whether a call is taken; by default all are. A call that is `taken` exists although the answer is a refusal. */
  refuse: (call: PlacedCall) => Answering | Promise<Answering>
  /** Reports a call to a server, signed as its provider does. Repeats and disorder are the test's choice. */
  report(serverUrl: string, call: PlacedCall, event: 'started' | Fate): Promise<number>
  stop(): Promise<void>
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

const e164 = /^\+[1-9]\d{6,14}$/

function assertNumbers(...numbers: (string | null | undefined)[]): void {
  for (const number of numbers) if (!number || !e164.test(number)) throw new Error(`not E.164: ${number}`)
}

let ids = 0
const newCallId = (provider: CallingProvider) => `${provider}-call-${++ids}`

/** Parses the request with which each provider takes a call, by its published shape. Null for other requests. */
const readers: Record<
  CallingProvider,
  (path: string, text: string, authorization: string) => PlacedCall | null
> = {
  vapi: (path, text, authorization) => {
    if (path !== '/call') return null
    if (authorization !== `Bearer ${phoneNetworkKeys.vapi}`) throw new Unauthorized()
    const body = JSON.parse(text)
    if (!body.assistantId || !body.phoneNumberId?.startsWith('number-')) throw new Error('incomplete')
    const from = body.phoneNumberId.slice('number-'.length)
    assertNumbers(from, body.customer?.number)
    return {
      provider: 'vapi',
      id: newCallId('vapi'),
      agentId: body.assistantId,
      from,
      to: body.customer.number,
      metadata: body.assistantOverrides.metadata,
      reportUrl: null,
    }
  },
  retell: (path, text, authorization) => {
    if (path !== '/v2/create-phone-call') return null
    if (authorization !== `Bearer ${phoneNetworkKeys.retell}`) throw new Unauthorized()
    const body = JSON.parse(text)
    assertNumbers(body.from_number, body.to_number)
    return {
      provider: 'retell',
      id: newCallId('retell'),
      agentId: body.override_agent_id,
      from: body.from_number,
      to: body.to_number,
      metadata: body.metadata,
      reportUrl: null,
    }
  },
  twilio: (path, text, authorization) => {
    if (path !== `/2010-04-01/Accounts/${twilioAccount}/Calls.json`) return null
    const [account, token] = Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')
    if (account !== twilioAccount || token !== phoneNetworkKeys.twilio) throw new Unauthorized()
    const form = new URLSearchParams(text)
    assertNumbers(form.get('From'), form.get('To'))
    const agentId = form.get('ApplicationSid') ?? form.get('Url')
    const reportUrl = form.get('StatusCallback')
    if (!agentId || !reportUrl) throw new Error('incomplete')
    return {
      provider: 'twilio',
      id: newCallId('twilio'),
      agentId,
      from: form.get('From')!,
      to: form.get('To')!,
      metadata: Object.fromEntries(new URL(reportUrl).searchParams),
      reportUrl,
    }
  },
}

class Unauthorized extends Error {}

const idField = { vapi: 'id', retell: 'call_id', twilio: 'sid' } as const

const endings = {
  vapi: { no_answer: 'customer-did-not-answer', busy: 'customer-busy', voicemail: 'voicemail' },
  retell: { no_answer: 'dial_no_answer', busy: 'dial_busy', voicemail: 'voicemail_reached' },
  twilio: { no_answer: 'no-answer', busy: 'busy', voicemail: 'completed' },
} as const

const talk = [
  { role: 'agent', content: 'Are you still looking for work?' },
  { role: 'user', content: 'Yes, I am.' },
  { role: 'agent', content: 'Do you have a licence?' },
  { role: 'user', content: 'Yes.' },
]

const seconds = 30
const isConversation = (event: string): event is 'qualified' | 'stop' =>
  event === 'qualified' || event === 'stop'
const outcomes = { qualified: 'qualified', stop: 'do_not_call' } as const

/** Returns the provider's report of an event as an object, or for Twilio as a form. */
const reports: Record<CallingProvider, (call: PlacedCall, event: 'started' | Fate) => object> = {
  vapi: (call, event) => ({
    message: {
      type: event === 'started' ? 'status-update' : 'end-of-call-report',
      status: event === 'started' ? 'in-progress' : 'ended',
      ...(event !== 'started' && {
        endedReason: isConversation(event) ? 'customer-ended-call' : endings.vapi[event],
        startedAt: new Date(Date.now() - seconds * 1000).toISOString(),
        endedAt: new Date().toISOString(),
        cost: 0.12,
      }),
      ...(isConversation(event) && {
        artifact: {
          messages: talk.map(({ role, content }) => ({
            role: role === 'agent' ? 'bot' : role,
            message: content,
          })),
        },
        analysis: { structuredData: { outcome: outcomes[event] } },
      }),
      call: {
        id: call.id,
        type: 'outboundPhoneCall',
        assistantId: call.agentId,
        customer: { number: call.to },
        assistantOverrides: { metadata: call.metadata },
      },
    },
  }),
  retell: (call, event) => ({
    event: event === 'started' ? 'call_started' : 'call_analyzed',
    call: {
      call_id: call.id,
      agent_id: call.agentId,
      direction: 'outbound',
      from_number: call.from,
      to_number: call.to,
      metadata: call.metadata,
      ...(event !== 'started' && {
        disconnection_reason: isConversation(event) ? 'user_hangup' : endings.retell[event],
        duration_ms: seconds * 1000,
        start_timestamp: Date.now() - seconds * 1000,
        end_timestamp: Date.now(),
        call_cost: { combined_cost: 12 },
      }),
      ...(isConversation(event) && {
        transcript_object: talk,
        call_analysis: { custom_analysis_data: { outcome: outcomes[event] } },
      }),
    },
  }),
  twilio: (call, event) => ({
    CallSid: call.id,
    Direction: 'outbound-api',
    From: call.from,
    To: call.to,
    Timestamp: new Date().toUTCString(),
    CallStatus:
      event === 'started' ? 'in-progress' : isConversation(event) ? 'completed' : endings.twilio[event],
    ...(event !== 'started' && { CallDuration: String(seconds) }),
    ...(event === 'voicemail' && { AnsweredBy: 'machine_start' }),
    ...(isConversation(event) && { AnsweredBy: 'human' }),
  }),
}

async function signedReport(
  serverUrl: string,
  call: PlacedCall,
  event: 'started' | Fate,
): Promise<{ url: string; body: BodyInit; headers: Record<string, string> }> {
  const { provider, metadata } = call
  const report = reports[provider](call, event)
  if (provider === 'twilio') {
    const { pathname, search } = new URL(call.reportUrl!)
    const url = serverUrl + pathname + search
    const signature = twilio.getExpectedTwilioSignature(
      phoneNetworkKeys.twilio,
      url,
      report as Record<string, string>,
    )
    return {
      url,
      body: new URLSearchParams(report as Record<string, string>),
      headers: { 'x-twilio-signature': signature },
    }
  }
  const body = JSON.stringify(report)
  const url = `${serverUrl}/api/v1/webhooks/voice/${provider}?workspace=${metadata.workspace_id}`
  const signature: Record<string, string> =
    provider === 'retell'
      ? { 'x-retell-signature': await Retell.sign(body, phoneNetworkKeys.retell) }
      : { 'x-vapi-secret': voiceSecret }
  return { url, body, headers: { 'content-type': 'application/json', ...signature } }
}

/** Starts a phone network: the providers' requests to place calls, and signed reports of what became of them. */
export async function startPhoneNetwork(): Promise<PhoneNetwork> {
  const calls: PlacedCall[] = []
  const numbers = new Set<string>()
  const network = { calls, numbers, refuse: (() => null) as PhoneNetwork['refuse'] }

  function answer(response: ServerResponse, refusal: Refusal): void {
    if (refusal === 'hang_up') response.destroy()
    else response.writeHead(refusal.status, refusal.headers).end(refusal.body ?? '{"message":"refused"}')
  }

  const server = createServer(async (request, response) => {
    const [, provider, ...rest] = (request.url ?? '').split('?')[0]!.split('/')
    const path = `/${rest.join('/')}`
    const authorization = request.headers.authorization ?? ''
    const text = await readText(request)
    if (path === '/phone-number') {
      const list = [...numbers].map((number) => ({ id: `number-${number}`, number }))
      response.writeHead(200).end(JSON.stringify(list))
      return
    }
    try {
      const call = readers[provider as CallingProvider](path, text, authorization)
      if (!call) return answer(response, { status: 404 })
      const refusal = await network.refuse(call)
      if (refusal && !(typeof refusal === 'object' && 'taken' in refusal)) return answer(response, refusal)
      calls.push(call)
      if (refusal) return answer(response, refusal.taken)
      response.writeHead(201).end(JSON.stringify({ [idField[call.provider]]: call.id, status: 'queued' }))
    } catch (error) {
      const status = error instanceof Unauthorized ? 401 : 400
      answer(response, {
        status,
        body: JSON.stringify({ message: (error as Error).message || 'Invalid key' }),
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return Object.assign(network, {
    urls: { vapi: `${url}/vapi`, retell: `${url}/retell`, twilio: `${url}/twilio` },
    async report(serverUrl: string, call: PlacedCall, event: 'started' | Fate) {
      const { url: address, ...init } = await signedReport(serverUrl, call, event)
      const { status } = await fetch(address, { method: 'POST', ...init })
      return status
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
