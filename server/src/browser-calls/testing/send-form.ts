import { browserCallParameters } from '@muster/contract/browser-calls.ts'
import twilio from 'twilio'
import { identityOf } from '../../browser-calls/access-token.ts'
import { twilioApp } from '../../testing/seed-browser-calls.ts'
import type { TestUser } from '../../testing/test-server.ts'

/** Returns the fields with which Twilio asks whom to dial for a user's browser. */
export function dialFields(
  user: Pick<TestUser, 'id'>,
  {
    callId,
    applicationId,
    parentId = 'CA-browser',
  }: { callId: string; applicationId: string; parentId?: string },
): Record<string, string> {
  return {
    AccountSid: twilioApp.accountId,
    ApiVersion: '2010-04-01',
    ApplicationSid: twilioApp.appId,
    CallSid: parentId,
    CallStatus: 'ringing',
    Caller: `client:${identityOf(user.id)}`,
    Direction: 'inbound',
    From: `client:${identityOf(user.id)}`,
    To: '',
    [browserCallParameters.callId]: callId,
    [browserCallParameters.applicationId]: applicationId,
  }
}

/** Sends a form as Twilio does, signed with the auth token. */
export async function sendForm(
  url: string,
  fields: Record<string, string>,
  { token = twilioApp.authToken, signedUrl = url } = {},
): Promise<{ status: number; text: string; type: string | null }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(token, signedUrl, fields),
    },
    body: new URLSearchParams(fields).toString(),
  })
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') }
}
