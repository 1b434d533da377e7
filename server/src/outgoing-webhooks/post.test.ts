import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type ClientRequest, createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import * as contract from '@muster/contract/outgoing-webhooks.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultWebhookPorts, type PortRange } from '../config/webhook-ports.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { post } from './post.ts'
import { createPublicLookup, isPublicAddress } from './public-address.ts'

let inside: Server
let port: number
let reached = 0
const connections = new Set<Socket>()

beforeAll(async () => {
  inside = createServer((request, response) => {
    reached += 1
    if (request.url === '/slow') return
    connections.add(request.socket)
    if (request.url === '/echo') return void request.pipe(response)
    response.writeHead(200)
    // Streams for as long as the client reads.
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

describe('outgoing webhooks', () => {
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
  ])('treat %s as a private address', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  it.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111'])('treat %s as a public address', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it('never connect to a private address, however it is written', async () => {
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

  it('resolve a name when connecting, so that one that points elsewhere by then is refused', async () => {
    const answers = ['93.184.216.34', '127.0.0.1']
    const lookup = createPublicLookup((_, __, done) => done(null, [{ address: answers.shift()!, family: 4 }]))
    const looked = (name: string) =>
      new Promise((resolve) =>
        lookup(name, { all: true }, (error, found) => resolve(error ? 'refused' : found)),
      )
    expect(await looked('rebinding.example')).toEqual([{ address: '93.184.216.34', family: 4 }])
    expect(await looked('rebinding.example')).toBe('refused')
    // One public address does not excuse a private one.
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

  it('connect to the very address that was checked, though the name leads elsewhere a moment later', async () => {
    const answers = ['93.184.216.34', '127.0.0.1', '127.0.0.1']
    const lookup = createPublicLookup((_, __, done) => {
      setTimeout(() => done(null, [{ address: answers.shift()!, family: 4 }]), 10)
    })
    const connected: string[] = []
    const listen = (message: unknown) => {
      const { request } = message as { request: ClientRequest }
      request.on('socket', (socket) => socket.on('connectionAttempt', (address) => connected.push(address)))
    }
    subscribe('http.client.request.created', listen)
    try {
      await post(`https://rebinding.example:${port}/`, '{}', {}, { ...walled, lookup, withinMs: 300 })
    } finally {
      unsubscribe('http.client.request.created', listen)
    }
    expect(connected).toEqual(['93.184.216.34'])
    expect(answers).toHaveLength(2)
    expect(reached).toBe(0)
  })

  it.each([22, 25, 81, 5432, 6379, 7999, 10_000])(
    'are not sent to port %i, whatever address it is',
    async (port) => {
      for (const allowPrivate of [false, true]) {
        const options = { allowPrivate, ports: defaultWebhookPorts }
        const posted = await post(`https://93.184.216.34:${port}/`, '{}', {}, options)
        expect(posted).toMatchObject({ status: null, error: 'port_not_allowed' })
      }
    },
  )

  it('are refused for a name without an address', async () => {
    const lookup = createPublicLookup((_, __, done) => done(null, []))
    const posted = await post(`https://none.example:${port}/`, '{}', {}, { ...walled, lookup })
    expect(posted).toMatchObject({ status: null, error: 'private_address' })
  })

  it('arrive whole, whatever letters they have, and their answers can be stored', async () => {
    const open = { allowPrivate: true, ports: anyPort }
    const { answer } = await post(`http://127.0.0.1:${port}/echo`, '{"name":"Zoë\0"}', {}, open)
    expect(answer).toBe('{"name":"Zoë\ufffd"}')
  })

  it('open a connection each, so that the address of each is checked', async () => {
    const open = { allowPrivate: true, ports: anyPort }
    connections.clear()
    for (let time = 0; time < 2; time += 1) await post(`http://127.0.0.1:${port}/again`, '{}', {}, open)
    expect(connections.size).toBe(2)
  })

  it('time out, and read only the start of a response', async () => {
    const open = { allowPrivate: true, ports: anyPort }
    const slow = await post(`http://127.0.0.1:${port}/slow`, '{}', {}, { ...open, withinMs: 200 })
    expect(slow).toMatchObject({ status: null, error: 'timeout' })
    const endless = await post(`http://127.0.0.1:${port}/endless`, '{}', {}, open)
    expect(endless).toMatchObject({ status: 200, error: null, answer: 'x'.repeat(1024) })
  })
})

describe('the URL of a webhook', () => {
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
  ])('is accepted: %s', async (url) => {
    const body = { url, events: ['call.ended' as const] }
    expect((await server.call(contract.createOutgoingWebhook, { as: admin, body })).status).toBe(201)
  })

  it('is refused with the allowed ports when it has another one', async () => {
    const body = { url: 'https://hooks.example:6379/', events: ['call.ended' as const] }
    const { body: refusal } = await server.call(contract.createOutgoingWebhook, { as: admin, body })
    expect(refusal.details).toEqual({
      url: ['Webhooks can only use ports 80, 443, 8000-9999. Change the port.'],
    })
  })
})
