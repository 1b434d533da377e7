import { IncomingMessage, request } from 'node:http'
import { Socket } from 'node:net'
import { login } from '@muster/contract/auth.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { createProxyTrust, networkOf, type TrustedProxies } from './client-address.ts'

function requestFrom(peer: string, forwarded: string | undefined): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: peer })
  const message = new IncomingMessage(socket)
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded
  return message
}

const networks = ['10.0.0.0/8', 'loopback']

describe('clientAddress', () => {
  it.each<[string, TrustedProxies, string, string | undefined, string]>([
    ['without trust, whatever the header says', 0, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['without a header', 1, '203.0.113.9', undefined, '203.0.113.9'],
    ['named by the one proxy', 1, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['named by the one proxy, after a forged entry', 1, '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
    ['two proxies away', 2, '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['when fewer proxies are passed than counted', 3, '10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['beyond the networks', networks, '10.0.0.1', '6.6.6.6, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['of a peer outside the networks', networks, '203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['when everyone is within the networks', networks, '10.0.0.1', '10.0.0.7, 10.0.0.3', '10.0.0.7'],
    ['of a proxy on this machine', networks, '::1', '198.51.100.1', '198.51.100.1'],
    ['of an IPv4 peer written as IPv6', networks, '::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['with a port', 1, '10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['with brackets and a port', 1, '10.0.0.1', '[2001:db8::7]:4711', '2001:db8::7'],
    ['as IPv4 within IPv6', 1, '10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['without the zone of its link', 1, '10.0.0.1', 'fe80::7%eth0', 'fe80::7'],
    ['with a long spelling', 1, '10.0.0.1', '2001:0DB8:0:0:0:0:0:7', '2001:db8::7'],
    ['when the entry is junk: the proxy before it', 1, '10.0.0.1', '198.51.100.1, <script>', '10.0.0.1'],
    ['when the entry is "unknown": the proxy before it', networks, '10.0.0.1', 'unknown', '10.0.0.1'],
    ['when the entry is empty: the proxy before it', 1, '10.0.0.1', '', '10.0.0.1'],
    [
      'when junk stands between: the last proxy that is known',
      networks,
      '10.0.0.1',
      '9.9.9.9, x, 10.0.0.2',
      '10.0.0.2',
    ],
  ])('finds %s', (_, proxies, peer, forwarded, address) => {
    expect(createProxyTrust(proxies).clientAddress(requestFrom(peer, forwarded))).toBe(address)
  })

  it('is never empty, however long the header is', () => {
    const forwarded = Array.from({ length: 2_000 }, (_, index) => `10.1.${index >> 8}.${index & 255}`).join(
      ', ',
    )
    expect(createProxyTrust(networks).clientAddress(requestFrom('10.0.0.1', forwarded))).toBe('10.1.0.0')
  })
})

describe('trustsPeer', () => {
  it.each<[string, TrustedProxies, string, boolean]>([
    ['nobody without trust', 0, '10.0.0.1', false],
    ['the only proxy', 1, '10.0.0.1', true],
    ['a proxy within the networks', networks, '10.0.0.1', true],
    ['nobody outside the networks', networks, '203.0.113.9', false],
  ])('takes the headers of %s', (_, proxies, peer, trusted) => {
    expect(createProxyTrust(proxies).trustsPeer(requestFrom(peer, undefined))).toBe(trusted)
  })
})

describe('networkOf', () => {
  it.each([
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
    ['2001:db8:0:7:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
    ['2001:db8:0:8::1', '2001:db8:0:8::/64'],
    ['::1', '::/64'],
    ['', ''],
  ])('returns for %s %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('a server behind proxies', () => {
  let server: TestServer

  afterEach(() => server?.stop())

  async function addressesOf(trustProxy: TrustedProxies, forwarded: string[]): Promise<unknown[]> {
    server = await startTestServer({ config: { trustProxy } })
    const user = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    // Sends several headers of the name; fetch would join them.
    await new Promise<void>((resolve, reject) => {
      const headers = ['host', new URL(server.url).host, 'content-type', 'application/json']
      for (const value of forwarded) headers.push('x-forwarded-for', value)
      request(`${server.url}/api/v1${login.path}`, { method: 'POST', headers }, (response) =>
        response.resume().on('end', resolve),
      )
        .on('error', reject)
        .end(JSON.stringify({ email: user.email, password: 'wrong' }))
    })
    const rows = await server.db
      .selectFrom('audit_logs')
      .where('user_id', '=', user.id)
      .select('ip')
      .execute()
    return rows.map(({ ip }) => ip)
  }

  it('logs the address that its own proxy adds, not the one a client forges', async () => {
    expect(await addressesOf(1, ['6.6.6.6', '198.51.100.1'])).toEqual(['198.51.100.1'])
  })

  it('logs its peer when no proxy is trusted', async () => {
    expect(await addressesOf(0, ['6.6.6.6'])).toEqual(['127.0.0.1'])
  })

  it('logs its peer when only other networks are trusted', async () => {
    expect(await addressesOf(['10.0.0.0/8'], ['6.6.6.6'])).toEqual(['127.0.0.1'])
  })

  it('ignores X-Forwarded-Host and X-Forwarded-Proto', async () => {
    server = await startTestServer({ config: { trustProxy: 1 } })
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const response = await fetch(`${server.url}/auth`, { headers, redirect: 'manual' })
    expect(JSON.stringify([...response.headers])).not.toContain('evil.example')
    expect(response.headers.get('strict-transport-security')).toBeNull()
  })
})
