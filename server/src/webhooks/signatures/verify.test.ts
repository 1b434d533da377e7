import { createHmac } from 'node:crypto'
import { Retell } from 'retell-sdk'
import twilio from 'twilio'
import { describe, expect, it } from 'vitest'
import { verify } from './verify.ts'

const secret = 'a secret between two'
const url = 'https://muster.example/api/v1/webhooks/voice/twilio?workspace=1&x=a%20b'

function request(body: string, headers: Record<string, string>) {
  return { raw: Buffer.from(body), headers, urls: [url] }
}

const hmac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')

describe('a signature', () => {
  it("of Retell's own SDK is valid for its body only", async () => {
    const body = JSON.stringify({ event: 'call_ended', call: { call_id: 'é–1' } })
    const signature = await Retell.sign(body, secret)
    const headers = { 'x-retell-signature': signature }
    expect(verify('retell', secret, request(body, headers))?.signedAt).toBeCloseTo(Date.now(), -5)
    expect(verify('retell', secret, request(`${body} `, headers))).toBeNull()
    expect(verify('retell', 'another', request(body, headers))).toBeNull()
    expect(verify('retell', secret, request(body, { 'x-retell-signature': 'v=1,d=' }))).toBeNull()
  })

  it("of Twilio's own SDK is valid, with repeated and odd fields", () => {
    const fields = {
      To: '+14158675309',
      From: '+1 415',
      CallSid: 'CA1',
      Ümlaut: 'ä&=+',
      Tag: ['b', 'a', 'b'],
      Empty: '',
    }
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each])),
    ).toString()
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(secret, url, fields),
    }
    expect(verify('twilio', secret, request(body, headers))).toEqual({ signedAt: null })
    expect(verify('twilio', secret, request(`${body}&More=1`, headers))).toBeNull()
    expect(verify('twilio', secret, { ...request(body, headers), urls: [`${url}&y=1`] })).toBeNull()
  })

  it("of Twilio is valid for JSON only if the URL has the body's hash", () => {
    const body = JSON.stringify({ sid: 'CA1' })
    const covered = `${url}&bodySHA256=${twilio.getExpectedBodyHash(body)}`
    const headersFor = (address: string) => ({
      'content-type': 'application/json',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(secret, address, {}),
    })
    const raw = Buffer.from(body)
    expect(verify('twilio', secret, { raw, headers: headersFor(covered), urls: [covered] })).not.toBeNull()
    expect(verify('twilio', secret, { raw, headers: headersFor(url), urls: [url] })).toBeNull()
  })

  it('of Vapi is its secret, or an HMAC if so configured', () => {
    const body = '{"message":{}}'
    expect(verify('vapi', secret, request(body, { 'x-vapi-secret': secret }))).toEqual({ signedAt: null })
    expect(verify('vapi', secret, request(body, { authorization: `Bearer ${secret}` }))).not.toBeNull()
    expect(verify('vapi', secret, request(body, { 'x-vapi-secret': `${secret} ` }))).toBeNull()
    expect(verify('vapi', secret, request(body, { 'x-vapi-signature': hmac(body) }))).not.toBeNull()
    // A valid secret does not make up for an invalid signature.
    const both = { 'x-vapi-signature': hmac('other'), 'x-vapi-secret': secret }
    expect(verify('vapi', secret, request(body, both))).toBeNull()
    const stamped = { 'x-vapi-signature': hmac(`1714608491.${body}`), 'x-vapi-timestamp': '1714608491' }
    expect(verify('vapi', secret, request(body, stamped))).toEqual({ signedAt: 1714608491000 })
  })

  it('of the documented form covers time and body', () => {
    const body = '{"callId":"1"}'
    const signed = (digest: string, time = '1714608491') => ({ 'x-signature': digest, 'x-timestamp': time })
    expect(verify('generic', secret, request(body, signed(hmac(`1714608491${body}`))))).toEqual({
      signedAt: 1714608491000,
    })
    expect(verify('generic', secret, request(body, signed(hmac(`1714608491.${body}`))))).not.toBeNull()
    expect(verify('generic', secret, request(body, signed(hmac(body))))).toBeNull()
    expect(verify('generic', secret, request(body, { 'x-signature': hmac(body) }))).toBeNull()
    expect(
      verify('generic', secret, request(body, signed(hmac(`17146084912${body}`), '17146084912'))),
    ).not.toBeNull()
    expect(verify('generic', secret, request(`9${body}`, signed(hmac(`17146084919${body}`))))).toBeNull()
  })

  it.each(['twilio', 'retell', 'vapi', 'generic'] as const)('is required by %s', (provider) => {
    expect(verify(provider, secret, request('{}', {}))).toBeNull()
  })
})
