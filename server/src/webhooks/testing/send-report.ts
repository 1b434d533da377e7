import { createHmac } from 'node:crypto'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import { Retell } from 'retell-sdk'
import twilio from 'twilio'
import type { TestServer } from '../../testing/test-server.ts'

/** The installation's secrets in tests. */
export const installationSecrets: Record<VoiceProvider, string> = {
  twilio: 'twilio-secret',
  retell: 'retell-secret',
  vapi: 'vapi-secret',
  generic: 'generic-secret',
}

export interface Answer {
  status: number
  body: { result: string; callId: string | null; code?: string }
}

/** A provider-neutral report, translated into each provider's format. */
export interface Report {
  callId: string
  stage: 'started' | 'ended'
  agentId?: string
  applicationId?: string
  workspaceId?: string
  /** The candidate's number. */
  phone?: string
  /** Only the call's workspace may ever read it. */
  recordingUrl?: string
}

const omitted = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined))

const spelled: Record<Exclude<VoiceProvider, 'twilio'>, (report: Report) => object> = {
  retell: (report) => ({
    event: report.stage === 'started' ? 'call_started' : 'call_ended',
    call: omitted({
      call_id: report.callId,
      agent_id: report.agentId,
      to_number: report.phone,
      recording_url: report.recordingUrl,
      disconnection_reason: report.stage === 'ended' ? 'dial_no_answer' : undefined,
      metadata: omitted({ application_id: report.applicationId, workspace_id: report.workspaceId }),
    }),
  }),
  vapi: (report) => ({
    message: omitted({
      type: report.stage === 'started' ? 'status-update' : 'end-of-call-report',
      status: report.stage === 'started' ? 'in-progress' : 'ended',
      endedReason: report.stage === 'ended' ? 'customer-did-not-answer' : undefined,
      recordingUrl: report.recordingUrl,
      call: omitted({
        id: report.callId,
        type: 'outboundPhoneCall',
        assistantId: report.agentId,
        customer: { number: report.phone },
        metadata: omitted({ applicationId: report.applicationId, workspaceId: report.workspaceId }),
      }),
    }),
  }),
  generic: (report) =>
    omitted({
      event: report.stage === 'started' ? 'call_started' : 'call_ended',
      callId: report.callId,
      agentId: report.agentId,
      to: report.phone,
      recordingUrl: report.recordingUrl,
      status: report.stage === 'started' ? 'in_progress' : undefined,
      endReason: report.stage === 'ended' ? 'no_answer' : undefined,
      metadata: omitted({ applicationId: report.applicationId, workspaceId: report.workspaceId }),
    }),
}

async function signatureHeaders(
  provider: Exclude<VoiceProvider, 'twilio'>,
  body: string,
  secret: string,
): Promise<Record<string, string>> {
  if (provider === 'retell') return { 'x-retell-signature': await Retell.sign(body, secret) }
  if (provider === 'vapi') return { 'x-vapi-secret': secret }
  const time = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', secret)
    .update(time + body)
    .digest('hex')
  return { 'x-timestamp': time, 'x-signature': digest }
}

/** Sends a report as its provider would, signed with the installation's secret by default. */
export async function sendReport(
  server: TestServer,
  provider: VoiceProvider,
  report: Report,
  { query, secret = installationSecrets[provider] }: { query?: Record<string, string>; secret?: string } = {},
): Promise<Answer> {
  // Twilio has no metadata, so it goes into the URL.
  const along =
    provider === 'twilio' ? { applicationId: report.applicationId, workspaceId: report.workspaceId } : {}
  const search = new URLSearchParams(omitted({ ...query, ...along }) as Record<string, string>)
  const url = `${server.url}/api/v1/webhooks/voice/${provider}${search.size ? `?${search}` : ''}`
  const { headers, body } = await signed(provider, report, { url, secret })
  const response = await fetch(url, { method: 'POST', headers, body })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

async function signed(
  provider: VoiceProvider,
  report: Report,
  { url, secret }: { url: string; secret: string },
): Promise<{ body: string; headers: Record<string, string> }> {
  if (provider !== 'twilio') {
    const body = JSON.stringify(spelled[provider](report))
    const signature = await signatureHeaders(provider, body, secret)
    return { body, headers: { 'content-type': 'application/json', ...signature } }
  }
  const fields = omitted({
    CallSid: report.callId,
    CallStatus: report.stage === 'started' ? 'in-progress' : 'no-answer',
    Direction: 'outbound-api',
    To: report.phone,
    RecordingUrl: report.recordingUrl,
  }) as Record<string, string>
  return {
    body: new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(secret, url, fields),
    },
  }
}
