import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dumpTables } from './testing/dump-tables.ts'
import type { Seeded } from './testing/seed.ts'
import { sendCall } from './testing/send-call.ts'
import { startSeeded } from './testing/start-seeded.ts'
import { addressOf, type TestServer } from './testing/test-server.ts'
import type { ValidCall } from './testing/valid-calls/valid-call.ts'
import { validCalls } from './testing/valid-calls.ts'

// Hundreds of calls per test: a busy machine takes several times as long.
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let own: Seeded

beforeAll(async () => {
  ;({ server, home: own } = await startSeeded())
})

afterAll(() => server?.stop())

const runs = Number(process.env.FUZZ_RUNS ?? (process.env.MUSTER_TEST_FULL ? 100 : 10))

/** Text that databases, parsers, paths and patterns fail on. */
const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfff',
    '\u202e\u2066',
    '%',
    '_\\%',
    "' or 1=1 --",
    '{{7*7}}',
    '../../etc/passwd',
    '__proto__',
    'constructor',
    '1e999',
    '-1',
    '99999999999999999999',
    'NaN',
    'Infinity',
    'null',
    'true',
    '[]',
    '0000-00-00T00:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '-271821-04-20T00:00:00.000Z',
    '2024-02-30T00:00:00Z',
    '2024-01-01T00:00:00+99:99',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'a'.repeat(10_001),
    '🦊'.repeat(500),
    '('.repeat(200),
    'Europe/Atlantis',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(null, true, false, 0, -0, -1, 0.1, 1e9, 2 ** 31, 2 ** 53, -(2 ** 63), 1.7e308),
  fc.double({ noNaN: true }),
  fc.array(oddText, { maxLength: 5 }),
  fc.constantFrom<unknown>([], {}, [null], [[]], { 0: 'a' }, Array(2000).fill('a'), nested(500)),
  fc.jsonValue({ maxDepth: 3 }),
)

function schemaKeys(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
}

/** Replaces one part or all of a valid call by something odd. */
function malformed(endpoint: AnyEndpoint, valid: ValidCall): fc.Arbitrary<ValidCall> {
  const ways: fc.Arbitrary<ValidCall>[] = []
  const queryKeys = schemaKeys(endpoint.query)
  if (queryKeys.length)
    ways.push(
      fc
        .tuple(fc.constantFrom(...queryKeys), oddText)
        .map(([key, value]) => ({ ...valid, query: { ...valid.query, [key]: value.toWellFormed() } })),
    )
  const paramKeys = Object.keys(valid.params ?? {})
  if (paramKeys.length)
    ways.push(
      fc
        .tuple(fc.constantFrom(...paramKeys), oddText)
        .map(([key, value]) => ({ ...valid, params: { ...valid.params, [key]: value.toWellFormed() } })),
    )
  if (endpoint.body) {
    const body = valid.body as Record<string, unknown> | undefined
    const bodyKeys = [...new Set([...schemaKeys(endpoint.body), ...Object.keys(body ?? {})])]
    ways.push(oddValue.map((value) => ({ ...valid, body: value })))
    if (bodyKeys.length)
      ways.push(
        fc
          .tuple(fc.constantFrom(...bodyKeys), oddValue)
          .map(([key, value]) => ({ ...valid, body: { ...body, [key]: value } })),
      )
  }
  return ways.length ? fc.oneof(...ways) : fc.constant(valid)
}

function isTaken(endpoint: AnyEndpoint): boolean {
  return Boolean(endpoint.query || endpoint.params || endpoint.body)
}

describe('malformed input', () => {
  /** What the last call left, none after a failure. */
  let left: Record<string, string> | undefined

  it.each(endpoints.filter(isTaken).map((endpoint) => [endpoint.name, endpoint] as const))(
    'causes no error in %s, and no write when it is refused',
    async (name, endpoint) => {
      const valid = validCalls[name]!(own, own.head)
      let before = left ?? (await dumpTables(server))
      left = undefined
      await fc.assert(
        fc.asyncProperty(malformed(endpoint, valid), async (call) => {
          const { status, text } = await sendCall(server, endpoint, call, own.head)
          if (status >= 500) throw new Error(`${status} ${text}`)
          if (status === 401 && endpoint.permission !== 'public') throw new Error('signed out')
          if (status >= 300)
            expect(JSON.parse(text)).toMatchObject({ code: expect.any(String), message: expect.any(String) })
          // Odd but allowed input writes; continue from there. A read writes nothing at all.
          else if (endpoint.method !== 'GET') before = await dumpTables(server)
        }),
        { numRuns: runs },
      )
      const after = await dumpTables(server)
      expect(after).toEqual(before)
      left = after
    },
  )
})

describe('a body that is not JSON of the contract', () => {
  const bodies: [string, string | Buffer][] = [
    ['half of one', '{"name":'],
    ['nothing but a comma', ','],
    ['bytes that are no text', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['a key that reaches for the prototype', '{"name":"a","__proto__":{"role":"owner"}}'],
    ['a key that reaches for the constructor', '{"constructor":{"prototype":{"role":"owner"}}}'],
    ['a hundred thousand brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['two megabytes', JSON.stringify({ name: 'a'.repeat(2 ** 21) })],
  ]

  it.each(bodies)('is refused by every endpoint: %s', async (_, body) => {
    const before = await dumpTables(server)
    for (const endpoint of endpoints.filter((each) => each.body)) {
      const { params, query } = validCalls[endpoint.name]!(own, own.head)
      const response = await fetch(server.url + addressOf(endpoint, params, query), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${own.head.accessToken}`, 'content-type': 'application/json' },
        body: body as never,
      })
      const answer = (await response.json()) as { code: string }
      expect([endpoint.name, [400, 413, 422, 429].includes(response.status) || answer]).toEqual([
        endpoint.name,
        true,
      ])
    }
    expect(await dumpTables(server)).toEqual(before)
  })

  it('causes no error with extreme numbers', async () => {
    const numbers = ['name', 'order', 'version', 'openings', 'slaDays', 'capacity', 'durationSeconds']
    for (const endpoint of endpoints.filter((each) => each.body)) {
      const { params, query, body } = validCalls[endpoint.name]!(own, own.head)
      const text = JSON.stringify({
        ...(body as object),
        ...Object.fromEntries(numbers.map((key) => [key, '∞'])),
      })
      const response = await fetch(server.url + addressOf(endpoint, params, query), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${own.head.accessToken}`, 'content-type': 'application/json' },
        body: text.replaceAll('"∞"', '1e999'),
      })
      expect([endpoint.name, response.status < 500 || (await response.text())]).toEqual([endpoint.name, true])
    }
  })

  it('is refused by every endpoint in another content type', async () => {
    for (const endpoint of endpoints.filter((each) => each.body))
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
        const { params, query, body } = validCalls[endpoint.name]!(own, own.head)
        const response = await fetch(server.url + addressOf(endpoint, params, query), {
          method: endpoint.method,
          headers: { authorization: `Bearer ${own.head.accessToken}`, 'content-type': type },
          body: JSON.stringify(body),
        })
        expect([endpoint.name, type, [415, 429].includes(response.status)]).toEqual([
          endpoint.name,
          type,
          true,
        ])
      }
  })
})

/** A board's columns have one order, which their cursors still name. */
function sortsOf(endpoint: AnyEndpoint): string[] {
  const { sort } = endpoint.query!.shape
  return sort ? sort.def.innerType.options : ['board:position']
}

describe('a list', () => {
  const lists = endpoints.filter((endpoint) => schemaKeys(endpoint.query).includes('limit'))

  it.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))(
    'refuses to be endless: %s',
    async (name, endpoint) => {
      const { params } = validCalls[name]!(own, own.head)
      for (const limit of ['1e9', '1000000000', '201', '0', '-1', '1.5', 'all']) {
        const { status } = await sendCall(
          server,
          endpoint,
          { ...(params && { params }), query: { limit } },
          own.head,
        )
        expect([limit, status]).toEqual([limit, 422])
      }
    },
  )

  it.each(lists.map((endpoint) => [endpoint.name, endpoint] as const))(
    'refuses a made-up cursor: %s',
    async (name, endpoint) => {
      const { params } = validCalls[name]!(own, own.head)
      const sorts = sortsOf(endpoint)
      const keys = [
        'infinity',
        '-infinity',
        '2024-99-99 99:99:99',
        '0000-01-01 00:00:00',
        'a',
        "'",
        1,
        null,
        {},
      ]
      for (const sort of sorts)
        for (const key of [...keys, '\u0000', '\ud800', 'a'.repeat(600)]) {
          const made = JSON.stringify([sort, key, own.head.id])
          const query = {
            ...(schemaKeys(endpoint.query).includes('sort') && { sort }),
            cursor: Buffer.from(made).toString('base64url'),
          }
          const { status, text } = await sendCall(
            server,
            endpoint,
            { ...(params && { params }), query },
            own.head,
          )
          expect([made, status < 500 || text]).toEqual([made, true])
        }
    },
  )
})
