import { createCandidate, listCandidates } from '@muster/contract/candidates.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dumpTables } from './testing/dump-tables.ts'
import type { Seeded } from './testing/seed.ts'
import { sendCall } from './testing/send-call.ts'
import { startSeeded } from './testing/start-seeded.ts'
import type { TestServer } from './testing/test-server.ts'
import { validCalls } from './testing/valid-calls.ts'

// Hundreds of calls per test: a busy machine takes several times as long.
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
let own: Seeded

beforeAll(async () => {
  ;({ server, home: own } = await startSeeded({ config: { smtpUrl: 'smtp://127.0.0.1:9' } }))
})

afterAll(() => server?.stop())

/** Objects whose keys the caller chooses, by endpoint. */
const openObjects: Record<string, RegExp> = {
  executeImport: /^(mapping|values\.\w+|create\.\w+)$/,
  previewImport: /^(mapping|values\.\w+|create\.\w+)$/,
  createSavedView: /^query$/,
  updateSavedView: /^query$/,
}

/** Returns copies of a body, each with an unknown field in one of its objects, and the path of that field. */
function withUnknownField(
  body: unknown,
  at = '',
  put = (changed: unknown) => changed,
): { path: string; body: unknown }[] {
  if (typeof body !== 'object' || body === null) return []
  const inner = Object.entries(body).flatMap(([key, value]) =>
    withUnknownField(value, at ? `${at}.${key}` : key, (changed) =>
      put(Array.isArray(body) ? body.with(Number(key), changed) : { ...body, [key]: changed }),
    ),
  )
  if (Array.isArray(body)) return inner
  return [{ path: at ? `${at}.zzz` : 'zzz', body: put({ ...body, zzz: 1 }) }, ...inner]
}

/** Voice providers, Stripe and mail programs add what they like to what they send us. */
const fromServices = [
  'receiveVoiceEvent',
  'dialBrowserCall',
  'receiveBrowserCallReport',
  'receiveStripeEvent',
  'unsubscribeWithOneClick',
]

const ours = endpoints.filter(({ name }) => !fromServices.includes(name))

const named = (list: readonly AnyEndpoint[]) => list.map((endpoint) => [endpoint.name, endpoint] as const)

describe('a name that the contract does not declare', () => {
  let before: Record<string, string>

  beforeAll(async () => {
    before = await dumpTables(server)
  })

  afterAll(async () => {
    expect(await dumpTables(server)).toEqual(before)
  })

  async function expectNamed(endpoint: AnyEndpoint, call: object, path: string) {
    const { status, text } = await sendCall(server, endpoint, call, own.head)
    expect([path, status, status === 422 ? Object.keys(JSON.parse(text).details) : text]).toEqual([
      path,
      422,
      expect.arrayContaining([path]),
    ])
  }

  it.each(named(ours))('is refused in the query of %s', async (name, endpoint) => {
    const { file: _, ...call } = validCalls[name]!(own, own.head)
    await expectNamed(endpoint, { ...call, query: { ...call.query, zzz: '1' } }, 'zzz')
  })

  it.each(named(ours.filter(({ method, file }) => method !== 'GET' && !file)))(
    'is refused at each depth of the body of %s',
    async (name, endpoint) => {
      const call = validCalls[name]!(own, own.head)
      const open = openObjects[name]
      for (const { path, body } of withUnknownField(call.body ?? {}))
        if (!open?.test(path.replace(/\.?zzz$/, ''))) await expectNamed(endpoint, { ...call, body }, path)
    },
  )

  it.each(named(ours.filter(({ file }) => file)))('is refused in the form of %s', async (name, endpoint) => {
    const call = validCalls[name]!(own, own.head)
    const form = new FormData()
    form.append('zzz', '1')
    form.append(endpoint.file!.field, new Blob([call.file!.content as string]), call.file!.name)
    const response = await fetch(`${server.url}/api/v1${endpoint.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.head.accessToken}` },
      body: form,
    })
    expect(await response.json()).toMatchObject({ code: 'VALIDATION', details: { zzz: ['Unknown field'] } })
  })
})

describe('a misspelled name', () => {
  it.each([
    ['emial', 'email'],
    ['Email', 'email'],
    ['profile_url', 'profileUrl'],
    ['do-not-call', 'doNotCall'],
    ['currentTitel', 'currentTitle'],
  ])('is answered with the name that is meant: %s', async (sent, meant) => {
    const body = { name: 'Ada Berg', [sent]: 'x' }
    const answer = await server.call(createCandidate, { as: own.head, body })
    expect(answer.status).toBe(422)
    expect(answer.body.details).toEqual({ [sent]: [`Unknown field. Did you mean ${meant}?`] })
  })

  it('is reported with all other errors of the body', async () => {
    const body = { emial: 'ada@example.com', tags: [5] } as never
    const { details } = (await server.call(createCandidate, { as: own.head, body })).body
    expect(Object.keys(details!).sort()).toEqual(['emial', 'name', 'tags.0'])
  })

  it('has no suggestion if no name is close', async () => {
    const { body } = await server.call(createCandidate, {
      as: own.head,
      body: { name: 'Ada Berg', shoeSize: 42 } as never,
    })
    expect(body.details).toEqual({ shoeSize: ['Unknown field'] })
  })

  it('is refused in the query, in the language of the caller', async () => {
    const { body } = await server.call(listCandidates, {
      as: own.head,
      query: { srot: 'name' } as never,
      headers: { 'accept-language': 'de' },
    })
    expect(body.details).toEqual({ srot: ['Unbekannter Parameter. Meinten Sie sort?'] })
  })
})
