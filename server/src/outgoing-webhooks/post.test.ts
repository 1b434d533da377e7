import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { post } from './post.ts'
import { createPublicLookup, isPublicAddress } from './public-address.ts'
import { type PortRange, usualWebhookPorts } from './webhook-ports.ts'

let inside: Server
let port: number
let reached = 0

beforeAll(async () => {
  inside = createServer((request, response) => {
    reached += 1
    if (request.url === '/slow') return
    response.writeHead(200)
    // Goes on for as long as somebody reads.
    if (request.url === '/endless') {
      const more = () => response.write('x'.repeat(64 * 1024)) && setImmediate(more)
      response.on('drain', more)
      more()
    } else response.end('ok')
  })
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
  port = (inside.address() as AddressInfo).port
})

afterAll(() => {
  inside?.closeAllConnections()
  inside?.close()
})

const anyPort: PortRange[] = [[1, 65_535]]
const walled = { allowPrivate: false, ports: anyPort }

describe('webhooks out', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.5.4',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a00:1',
    '2002:7f00:1::',
    '::127.0.0.1',
    '::7f00:1',
    '::a00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b:1::1',
    '2001::7f00:1',
    '2001:db8::1',
    'fec0::1',
    '100::1',
    '5f00::1',
    '4000::1',
    '2606:4700::1111%eth0',
    '192.0.0.8',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    'not an address',
  ])('take %s for no address of the internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111'])('take %s for one', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('connect to no address within the house, however it is written', async () => {
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[::127.0.0.1]',
      '[::7f00:1]',
      '[64:ff9b::127.0.0.1]',
      '[2002:7f00:1::]',
      '[fe80::1]',
      '0x7f.1',
      '2130706433',
      '127.1',
      '0177.0.0.1',
      '127.0.0.1.',
      'localhost',
    ]) {
      const { status, error } = await post(`https://${host}:${port}/`, '{}', {}, walled)
      expect([host, status, error]).toEqual([host, null, 'private_address'])
    }
    expect((await post(`http://93.184.216.34:${port}/`, '{}', {}, walled)).error).toBe('not_https')
    expect(reached).toBe(0)
  })

  it('look a name up when they connect, so that one which leads elsewhere by then is refused', async () => {
    const answers = ['93.184.216.34', '127.0.0.1']
    const lookup = createPublicLookup((_, __, done) => done(null, [{ address: answers.shift()!, family: 4 }]))
    const looked = (name: string) =>
      new Promise((resolve) =>
        lookup(name, { all: true }, (error, found) => resolve(error ? 'refused' : found)),
      )
    expect(await looked('rebinding.example')).toEqual([{ address: '93.184.216.34', family: 4 }])
    expect(await looked('rebinding.example')).toBe('refused')
    // One good address does not excuse another.
    const both = createPublicLookup((_, __, done) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]),
    )
    const posted = await post(`https://both.example:${port}/`, '{}', {}, { ...walled, lookup: both })
    expect(posted).toMatchObject({ status: null, error: 'private_address' })
    expect(reached).toBe(0)
  })

  it.each([22, 25, 81, 5432, 6379, 7999, 10_000])(
    'are not sent to port %i, whatever address it is',
    async (port) => {
      for (const allowPrivate of [false, true]) {
        const options = { allowPrivate, ports: usualWebhookPorts }
        const posted = await post(`https://93.184.216.34:${port}/`, '{}', {}, options)
        expect(posted).toMatchObject({ status: null, error: 'port_not_allowed' })
      }
    },
  )

  it('wait only so long, and read only the start of an answer', async () => {
    const open = { allowPrivate: true, ports: anyPort }
    const slow = await post(`http://127.0.0.1:${port}/slow`, '{}', {}, { ...open, withinMs: 200 })
    expect(slow).toMatchObject({ status: null, error: 'timeout' })
    const endless = await post(`http://127.0.0.1:${port}/endless`, '{}', {}, open)
    expect(endless).toMatchObject({ status: 200, error: null, answer: 'x'.repeat(1024) })
  })
})

describe('an address for a webhook', () => {
  let server: TestServer
  let admin: TestUser

  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  })

  afterAll(() => server?.stop())

  it.each([
    'http://hooks.example/a',
    'https://localhost/a',
    'https://printer.local/a',
    'https://10.0.0.5/a',
    'https://[::1]/a',
    'https://[::127.0.0.1]/',
    'https://localhost./a',
    'https://hooks.example:22/a',
    'https://hooks.example:7999/a',
    'https://hooks.example:10000/a',
    'https://2130706433/',
    'https://name:word@hooks.example/a',
    'ftp://hooks.example/a',
    'hooks.example',
  ])('is refused: %s', async (url) => {
    const body = { url, events: ['call.ended' as const] }
    const { status, body: refusal } = await server.call(contract.createOutgoingWebhook, { as: admin, body })
    expect([status, Object.keys(refusal.details ?? {})]).toEqual([422, ['url']])
  })

  it.each([
    'https://hooks.example/a',
    'https://hooks.example:443/a',
    'https://hooks.example:80/a',
    'https://hooks.example:8000/a',
    'https://hooks.example:9999/a',
  ])('is taken: %s', async (url) => {
    const body = { url, events: ['call.ended' as const] }
    expect((await server.call(contract.createOutgoingWebhook, { as: admin, body })).status).toBe(201)
  })

  it('names the ports that are open when it asks for another', async () => {
    const body = { url: 'https://hooks.example:6379/', events: ['call.ended' as const] }
    const { body: refusal } = await server.call(contract.createOutgoingWebhook, { as: admin, body })
    expect(refusal.details).toEqual({
      url: ['Webhooks are only sent to the ports 80, 443, 8000-9999. Change the port.'],
    })
  })
})
