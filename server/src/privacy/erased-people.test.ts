import { bulkApplications } from '@muster/contract/application-selection.ts'
import { getApplication } from '@muster/contract/applications.ts'
import type { AnyEndpoint, BodyOf } from '@muster/contract/endpoint.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { deleteStatus } from '@muster/contract/positions.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everythingStored } from '../testing/dump-tables.ts'
import type { Seeded } from '../testing/seed.ts'
import { sendCall } from '../testing/send-call.ts'
import { startSeeded } from '../testing/start-seeded.ts'
import type { TestServer } from '../testing/test-server.ts'
import { validCalls } from '../testing/valid-calls.ts'

let server: TestServer
let home: Seeded

beforeAll(async () => {
  const started = await startSeeded()
  ;({ server, home } = started)
  await sql`
    update candidates set erased_at = now(), deleted_at = now() where workspace_id = ${home.workspaceId}
  `.execute(server.db)
  await sql`update calls set erased_at = now() where workspace_id = ${home.workspaceId}`.execute(server.db)
  // The first call notes that the session is used.
  await server.call(getApplication, { as: home.head, params: { id: home.ids.application! } })
})

afterAll(() => server?.stop())

/** What an erased person's records may still take: they leave, or fewer people see them. */
const allowed = ['deleteApplication', 'restoreApplication', 'withdrawSubmission', 'deleteCall']

const ofApplications = ({ name, method, path }: AnyEndpoint) =>
  ['logCall', 'moveApplications'].includes(name) ||
  (method !== 'GET' && /^\/(applications|submissions|calls|candidates)\/\{id\}\//.test(path))

describe('what is left of an erased person', () => {
  it.each(
    endpoints
      .filter((endpoint) => ofApplications(endpoint) && !allowed.includes(endpoint.name))
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )('takes nothing more from %s', async (name, endpoint) => {
    const before = await everythingStored(server)
    const { status } = await sendCall(server, endpoint, validCalls[name]!(home, home.head), home.head)
    expect([404, 409]).toContain(status)
    expect(await everythingStored(server)).toBe(before)
  })

  it.each<BodyOf<typeof bulkApplications>['action']>([
    { kind: 'assign', ownerId: null },
    { kind: 'tag', add: ['night'], remove: [] },
    { kind: 'callback', callbackAt: '2100-01-01T10:00:00.000Z' },
    { kind: 'move', toStatusType: 'contacted' },
    { kind: 'close', disposition: 'unreachable' },
  ])('takes nothing more from a bulk act: $kind', async (action) => {
    const { status, body } = await server.call(bulkApplications, {
      as: home.head,
      body: { applicationIds: [home.ids.application!], action },
    })
    expect([status, body]).toMatchObject([
      200,
      { changed: 0, refused: [{ code: 'CONFLICT', message: expect.stringContaining('was erased') }] },
    ])
  })

  it('is not reopened', async () => {
    const { body } = await server.call(bulkApplications, {
      as: home.head,
      body: { applicationIds: [home.ids.closedApplication!], action: { kind: 'reopen' } },
    })
    expect(body).toMatchObject({ changed: 0, refused: [{ code: 'CONFLICT' }] })
  })

  it('is shown with nothing to do but to delete it, and why', async () => {
    const { body } = await server.call(getApplication, {
      as: home.head,
      params: { id: home.ids.application! },
    })
    const able = Object.entries(body.can).flatMap(([ability, can]) => (can ? [ability] : []))
    expect(able).toEqual(['delete'])
    expect(body.whyNot.comment).toContain('was erased')
    expect(body.callable.reason).toContain('was erased')
  })

  it('moves along when its column is deleted', async () => {
    const call = validCalls.deleteStatus!(home, home.head)
    const { status } = await sendCall(server, deleteStatus, call, home.head)
    expect(status).toBe(204)
  })
})
