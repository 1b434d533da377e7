import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { type Role, roleKeys, roles } from '@muster/contract/permissions.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { dumpTables } from './testing/dump-tables.ts'
import type { Seeded } from './testing/seed.ts'
import { type Answer, sendCall } from './testing/send-call.ts'
import { startSeeded } from './testing/start-seeded.ts'
import { swapIds } from './testing/swap-ids.ts'
import { addressOf, type TestServer, type TestUser } from './testing/test-server.ts'
import type { ValidCall } from './testing/valid-calls/valid-call.ts'
import { validCalls } from './testing/valid-calls.ts'

// Hundreds of calls per test: a busy machine takes several times as long.
vi.setConfig({ testTimeout: 120_000 })

const nilId = '00000000-0000-0000-0000-000000000000'

// Emails are queued and never sent.
const withMail = { smtpUrl: 'smtp://127.0.0.1:9' }

let server: TestServer
/** For calls that change nothing. */
let home: Seeded
let stranger: Seeded

beforeAll(async () => {
  ;({ server, home, stranger } = await startSeeded({ config: withMail }))
})

afterAll(() => server?.stop())

const closed = endpoints.filter((endpoint) => endpoint.permission !== 'public')
const needsPermission = closed.filter((endpoint) => endpoint.permission !== 'signed-in')

/** Endpoint → the further permission its valid call needs. */
const alsoNeeds: Record<string, string> = {
  bulkApplications: 'applications:move',
  updateApplication: 'applications:write',
}

function lacksPermission({ status, text }: Answer): boolean {
  return status === 403 && text.includes('Your role (')
}

it('has a valid call for each endpoint, and for nothing else', () => {
  expect(Object.keys(validCalls).sort()).toEqual(endpoints.map((endpoint) => endpoint.name).sort())
})

describe('each endpoint', () => {
  /** For calls that change something: restarted once a call has removed what another needs. */
  let changed: Awaited<ReturnType<typeof startSeeded>>

  beforeAll(async () => {
    changed = await startSeeded({ config: withMail })
  })

  afterAll(() => changed?.server.stop())

  it.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s works',
    async (name, endpoint) => {
      const expected = endpoint.status ?? (endpoint.response || endpoint.streams ? 200 : 204)
      const send = ({ server, home }: Pick<typeof changed, 'server' | 'home'>) =>
        sendCall(server, endpoint, validCalls[name]!(home, home.head), home.head)
      let answer = await send(endpoint.method === 'GET' ? { server, home } : changed)
      if (answer.status !== expected && endpoint.method !== 'GET') {
        await changed.server.stop()
        changed = await startSeeded({ config: withMail })
        answer = await send(changed)
      }
      expect([answer.status, answer.status === expected ? '' : answer.text]).toEqual([expected, ''])
    },
  )

  it('refuses anonymous calls, with and without a trailing slash', async () => {
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

/**
 * Returns an empty call: no row has the nil id, and permissions are checked before anything else. An endpoint whose
 * permission depends on its input needs the valid call.
 */
function emptyCall(endpoint: AnyEndpoint, as: TestUser): ValidCall {
  if (alsoNeeds[endpoint.name]) return validCalls[endpoint.name]!(home, as)
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const params = Object.fromEntries(names.map((name) => [name, nilId]))
  return endpoint.body ? { params, body: {} } : { params }
}

/** Permissions of an endpoint → one endpoint that needs them. */
const firstOf = new Map(needsPermission.toReversed().map((endpoint) => [needsOf(endpoint).join(), endpoint]))

function needsOf({ name, permission }: AnyEndpoint): string[] {
  return [...new Set([permission, alsoNeeds[name] ?? permission])]
}

function isAllowed(role: Role, endpoint: AnyEndpoint): boolean {
  const permissions: readonly string[] = roles[role].permissions
  return needsOf(endpoint).every((permission) => permissions.includes(permission))
}

/**
 * Decides whether an endpoint is called as a role: one endpoint of each permission as every role, each other endpoint as
 * one role that may call it and one that may not. A full run calls each as every role.
 */
function isDrawn(role: Role, endpoint: AnyEndpoint, index: number): boolean {
  if (process.env.MUSTER_TEST_FULL || firstOf.get(needsOf(endpoint).join()) === endpoint) return true
  const alike = roleKeys.filter((each) => isAllowed(each, endpoint) === isAllowed(role, endpoint))
  return alike[index % alike.length] === role
}

describe.each(roleKeys)('a %s', (role) => {
  it("may make exactly the calls that the role's permissions allow", async () => {
    const drawn = needsPermission.filter((endpoint, index) => isDrawn(role, endpoint, index))
    const allowed: string[] = []
    let as = await server.addUser(home.workspaceId, role)
    for (const endpoint of drawn) {
      const answer = await sendCall(server, endpoint, emptyCall(endpoint, as), as)
      expect(answer.status).toBeLessThan(500)
      if (lacksPermission(answer)) continue
      allowed.push(endpoint.name)
      // A successful write may have ended their session or changed their permissions.
      if (endpoint.method !== 'GET' && answer.status < 400) as = await server.addUser(home.workspaceId, role)
    }
    expect(allowed).toEqual(drawn.filter((endpoint) => isAllowed(role, endpoint)).map(({ name }) => name))
  })
})

describe('a permission', () => {
  it('can be granted to and taken from one user', async () => {
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
      'Your role (Viewer) has this permission, but it was removed for you: View companies',
    ])
    expect((await sendCall(server, create!, { body: { name: 'By right' } }, viewer)).status).toBe(201)
    const platform = endpoints.find((endpoint) => endpoint.name === 'listWorkspaces')!
    expect(lacksPermission(await sendCall(server, platform, {}, viewer))).toBe(true)
  })
})

/** The superadmin's calls cross workspaces on purpose; nobody else may make them. */
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
        // A list filtered by it, or an action on a list of ids, may return nothing.
        const expected = [404, 409, 422, ...(where.startsWith('params') ? [] : [200, 204])]
        expect([where, expected.includes(status) ? 'refused' : `${status} ${text}`]).toEqual([
          where,
          'refused',
        ])
        expect(text).not.toContain(stranger.mark)
      }
      // Compared per call, so that one call's writes are not blamed on the next.
      const expected = before
      before = await dumpTables(server)
      expect(before).toEqual(expected)
    },
  )

  it.each(
    withinOne
      .filter((endpoint) => endpoint.method === 'GET')
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )('is in no response of %s', async (name, endpoint) => {
    const call = validCalls[name]!(home, home.head)
    for (const query of [call.query ?? {}, {}, { q: 'mark' }]) {
      const { text } = await sendCall(server, endpoint, { ...call, query }, home.head)
      expect(text).not.toContain(stranger.mark)
    }
  })
})
