import { endpoints } from '@muster/contract/endpoints.ts'
import { roleKeys, roles } from '@muster/contract/permissions.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dumpTables } from './testing/dump-tables.ts'
import { type Furnished, furnish } from './testing/furnish.ts'
import { type Answer, sendCall } from './testing/send-call.ts'
import { swapIds } from './testing/swap-ids.ts'
import { addressOf, startTestServer, type TestServer } from './testing/test-server.ts'
import { validCalls } from './testing/valid-calls.ts'

// Hundreds of calls a test: on a busy machine they take several times as long.
vi.setConfig({ testTimeout: 120_000 })

let server: TestServer
/** For calls that change nothing. */
let home: Furnished
let stranger: Furnished

beforeAll(async () => {
  // Mail is queued, and sent by nobody.
  server = await startTestServer({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
  home = await furnish(server)
  stranger = await furnish(server)
})

afterAll(() => server?.stop())

const closed = endpoints.filter((endpoint) => endpoint.permission !== 'public')
const needsRight = closed.filter((endpoint) => endpoint.permission !== 'signed-in')

/** What else the valid call needs of a call whose right depends on what is asked. */
const alsoNeeds: Record<string, string> = {
  bulkApplications: 'applications:move',
  updateApplication: 'applications:write',
}

function lacksRight({ status, text }: Answer): boolean {
  return status === 403 && text.includes('Your role (')
}

it('has a valid call for each endpoint, and for nothing else', () => {
  expect(Object.keys(validCalls).sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort())
})

describe('each endpoint', () => {
  /** For calls that change something: furnished anew once one has taken away what another needs. */
  let changed: Furnished

  beforeAll(async () => {
    changed = await furnish(server)
  })

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s does what it is for',
    async (name, endpoint) => {
      const expected = endpoint.status ?? (endpoint.response || endpoint.streams ? 200 : 204)
      const send = (own: Furnished) => sendCall(server, endpoint, validCalls[name]!(own, own.head), own.head)
      let answer = await send(endpoint.method === 'GET' ? home : changed)
      if (answer.status !== expected && endpoint.method !== 'GET') {
        changed = await furnish(server)
        answer = await send(changed)
      }
      expect([answer.status, answer.status === expected ? '' : answer.text]).toEqual([expected, ''])
    },
  )

  it('is closed to the anonymous, with and without the slash at the end', async () => {
    for (const endpoint of closed) {
      const call = validCalls[endpoint.name]!(stranger, stranger.head)
      const path = addressOf(endpoint, call.params, call.query)
      const bare = path.replace(/\/(?=\?|$)/, '')
      for (const each of [bare, bare.replace(/(?=\?|$)/, '/')]) {
        const { status, text } = await sendCall(server, endpoint, { body: call.body }, undefined, each)
        expect([endpoint.name, each, status, JSON.parse(text).code]).toEqual([
          endpoint.name,
          each,
          401,
          'UNAUTHENTICATED',
        ])
      }
    }
  })
})

describe.each(roleKeys)('a %s', (role) => {
  it('may call exactly what the rights of the role allow', async () => {
    const own = await furnish(server)
    const permissions: readonly string[] = roles[role].permissions
    const allowed: string[] = []
    let as = await server.addUser(own.workspaceId, role)
    for (const endpoint of needsRight) {
      const answer = await sendCall(server, endpoint, validCalls[endpoint.name]!(own, as), as)
      expect(answer.status).toBeLessThan(500)
      if (lacksRight(answer)) continue
      allowed.push(endpoint.name)
      // A write may have ended their session or changed their rights.
      if (endpoint.method !== 'GET') as = await server.addUser(own.workspaceId, role)
    }
    const expected = needsRight.filter(({ name, permission }) =>
      [permission, alsoNeeds[name] ?? permission].every((each) => permissions.includes(each)),
    )
    expect(allowed).toEqual(expected.map((endpoint) => endpoint.name))
  })
})

describe('a right', () => {
  it('is taken and given to one person alone', async () => {
    const { workspaceId } = stranger
    const viewer = await server.addUser(workspaceId, 'viewer')
    const [list, create] = ['listCompanies', 'createCompany'].map(
      (name) => endpoints.find((endpoint) => endpoint.name === name)!,
    )
    await server.db
      .updateTable('users')
      .set({
        granted_permissions: ['companies:write', 'platform:manage'],
        revoked_permissions: ['companies:read'],
      })
      .where('id', '=', viewer.id)
      .execute()
    const refused = await sendCall(server, list!, {}, viewer)
    expect([refused.status, JSON.parse(refused.text).message]).toEqual([
      403,
      'Your role (Viewer) may do this, but it was taken from your own rights: See companies',
    ])
    expect((await sendCall(server, create!, { body: { name: 'By right' } }, viewer)).status).toBe(201)
    const platform = endpoints.find((endpoint) => endpoint.name === 'listWorkspaces')!
    expect(lacksRight(await sendCall(server, platform, {}, viewer))).toBe(true)
  })
})

/** The superadmin's calls are meant to cross workspaces; nobody else may make them. */
const withinOne = closed.filter((endpoint) => endpoint.permission !== 'platform:manage')

describe("another workspace's row", () => {
  let before: Record<string, string>

  beforeAll(async () => {
    before = await dumpTables(server)
  })

  it.each(withinOne.map((endpoint) => [endpoint.name, endpoint] as const))(
    'does not exist for %s',
    async (name, endpoint) => {
      const keyOf = new Map(Object.entries(home.ids).map(([key, id]) => [id, key]))
      const theirs = (id: string) => stranger.ids[keyOf.get(id)!]
      for (const { where, call } of swapIds(validCalls[name]!(home, home.head), theirs)) {
        const { status, text } = await sendCall(server, endpoint, call, home.head)
        // A list that is filtered by it, or asked to act on it, may answer that there is nothing.
        const expected = [404, 409, 422, ...(where.startsWith('params') ? [] : [200, 204])]
        expect([where, expected.includes(status) ? 'refused' : `${status} ${text}`]).toEqual([
          where,
          'refused',
        ])
        expect(text).not.toContain(stranger.mark)
      }
      // What one has written, the next is not blamed for.
      const expected = before
      before = await dumpTables(server)
      expect(before).toEqual(expected)
    },
  )

  it.each(
    withinOne
      .filter((endpoint) => endpoint.method === 'GET')
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )('is in no answer of %s', async (name, endpoint) => {
    const call = validCalls[name]!(home, home.head)
    for (const query of [call.query ?? {}, {}, { q: 'mark' }]) {
      const { text } = await sendCall(server, endpoint, { ...call, query }, home.head)
      expect(text).not.toContain(stranger.mark)
    }
  })
})
