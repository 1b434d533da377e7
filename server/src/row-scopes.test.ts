import { createComment } from '@muster/contract/activity-logs.ts'
import { updateApplication } from '@muster/contract/applications.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { type Permission, permissionKeys, type Role } from '@muster/contract/permissions.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { forgetSessions } from './session/authenticate.ts'
import { rowsThatName } from './testing/dump-tables.ts'
import { followEvents } from './testing/follow-events.ts'
import { type Furnished, furnish, type Ids } from './testing/furnish.ts'
import {
  addOutsideCompany,
  addOutsidePeople,
  addOutsidePosition,
  type Outside,
  outsideContacts,
  outsideMarks,
} from './testing/furnish-outside.ts'
import { sendCall } from './testing/send-call.ts'
import { swapIds } from './testing/swap-ids.ts'
import { startTestServer, type TestServer, type TestUser } from './testing/test-server.ts'
import type { ValidCall } from './testing/valid-calls/valid-call.ts'
import { validCalls } from './testing/valid-calls.ts'

// Hundreds of calls a test: on a busy machine they take several times as long.
vi.setConfig({ testTimeout: 120_000 })

/**
 * Row scopes, on every reading call of the contract. Each limited role works in two workspaces that differ only in what
 * is outside its scope: whatever it asks, both must answer the same, down to each sum. Their rights are widened by
 * overrides, since a scope is not a matter of rights.
 */

type Limited = Extract<Role, 'coordinator' | 'hiring_manager' | 'client_reviewer'>

const limited: readonly Limited[] = ['coordinator', 'hiring_manager', 'client_reviewer']

/** What of the outside a role must not hear of; a coordinator works with all positions, a hiring manager's client is none. */
const hidden: Record<Limited, readonly (keyof typeof outsideMarks)[]> = {
  coordinator: ['people'],
  hiring_manager: ['people', 'position'],
  client_reviewer: ['people', 'position', 'company'],
}

/** Rights over what is not of one application; who has them sees the workspace. */
const ofTheWorkspace =
  /^(users:manage|workspace|billing|platform|integrations|plans|applications:import|privacy|audit)/

function widened(role: Limited): Permission[] {
  return permissionKeys.filter(
    (permission) =>
      !ofTheWorkspace.test(permission) &&
      // Contact data are kept from the client whatever else it may read.
      !(role === 'client_reviewer' && permission.startsWith('contacts:')),
  )
}

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

interface World extends Furnished {
  user: TestUser
  outside: Outside
}

/** Gives the user what is furnished as their own, by what their role goes by. */
async function takeIn(furnished: Furnished, user: TestUser, role: Limited): Promise<void> {
  const { workspaceId, ids } = furnished
  const here = sql`workspace_id = ${workspaceId}`
  if (role === 'coordinator')
    await sql`update applications set owner_id = ${user.id} where ${here}`.execute(server.db)
  else if (role === 'hiring_manager')
    await sql`update positions set hiring_manager_id = ${user.id} where ${here}`.execute(server.db)
  else {
    await sql`update users set company_id = ${ids.company!} where id = ${user.id}`.execute(server.db)
    await sql`update applications set reached = 3 where ${here}`.execute(server.db)
  }
}

async function makeWorld(role: Limited, withOutside: boolean): Promise<World> {
  const furnished = await furnish(server)
  const user = await server.addUser(furnished.workspaceId, role, { name: 'Untold' })
  await sql`update users set granted_permissions = ${widened(role)}::text[] where id = ${user.id}`.execute(
    server.db,
  )
  await takeIn(furnished, user, role)
  const isMade = (what: keyof typeof outsideMarks) => withOutside || !hidden[role].includes(what)
  const outside = isMade('company') ? await addOutsideCompany(server, furnished) : { ids: {} as Ids }
  if (isMade('position')) await addOutsidePosition(server, furnished, outside)
  if (withOutside) await addOutsidePeople(server, furnished, outside, user)
  forgetSessions(server.db)
  return { ...furnished, user, outside }
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const time = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00(:00)?)?/g
const addresses = /[\w.+-]+@example\.com/g
/** Lengths of time, and where a page ends; how many there are is said beside them. */
const running = /"(\w*[sS]econds\w*|median|p90|nextCursor|sizeBytes)":("[^"]*"|[\d.]+)/g

/** What an answer says, without what differs from one workspace to the next. */
function meaning(text: string, { ids, mark, workspaceId, user, head }: World): string {
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  names.set(workspaceId, 'workspace').set(user.id, 'me').set(head.id, 'head')
  return text
    .replace(running, '"$1":0')
    .replaceAll(mark, 'MARK')
    .replaceAll(mark.slice(5), 'MARK')
    .replace(time, 'TIME')
    .replace(addresses, 'ADDRESS')
    .replace(uuid, (id) => names.get(id) ?? 'ID')
}

/** Two texts from shortly before they part. */
function apart(one: string, other: string): [string, string] {
  let at = 0
  while (one[at] === other[at]) at += 1
  const from = Math.max(0, at - 120)
  return [one.slice(from, at + 80), other.slice(from, at + 80)]
}

const reading = endpoints.filter(
  ({ name, method, permission, streams }) =>
    validCalls[name] &&
    method === 'GET' &&
    permission !== 'public' &&
    permission !== 'platform:manage' &&
    streams !== 'text/event-stream',
)

const writing = endpoints.filter(
  ({ method, permission }) =>
    method !== 'GET' &&
    permission !== 'public' &&
    permission !== 'platform:manage' &&
    permission !== 'signed-in',
)

const statusTypes: readonly string[] = statusTypeKeys

describe.each(limited)('a %s', (role) => {
  let world: World
  let without: World

  beforeAll(async () => {
    ;[world, without] = await Promise.all([makeWorld(role, true), makeWorld(role, false)])
  })

  const unheard = [...hidden[role].map((what) => outsideMarks[what]), ...outsideContacts]

  it('is answered by every reading call as if nothing outside their scope existed', async () => {
    const differing: unknown[] = []
    for (const endpoint of reading) {
      const make = validCalls[endpoint.name]!
      const asked: ((call: ValidCall) => ValidCall)[] = [
        (call) => call,
        (call) => ({ ...call, query: {} }),
        // What one searched for is kept beside an export.
        ...(endpoint.permission.endsWith(':export')
          ? []
          : [(call: ValidCall) => ({ ...call, query: { q: outsideMarks.people } })]),
      ]
      for (const [index, ask] of asked.entries()) {
        const [here, there] = await Promise.all(
          [world, without].map(async (each) => {
            const { status, text } = await sendCall(server, endpoint, ask(make(each, each.user)), each.user)
            return { status, text: meaning(text, each), raw: text }
          }),
        )
        for (const mark of unheard)
          if (here!.raw.toLowerCase().includes(mark)) differing.push([endpoint.name, index, `says ${mark}`])
        if (here!.status !== there!.status || here!.text !== there!.text)
          differing.push([endpoint.name, index, here!.status, ...apart(here!.text, there!.text)])
      }
    }
    expect(differing).toEqual([])
  })

  it('does not find what is outside by its id', async () => {
    const { ids } = world.outside
    const swapped: Ids = { ...world.ids, ...ids, survivor: ids.candidate!, spareCandidate: ids.candidateHal! }
    // Positions and companies are theirs to see where nothing of them is hidden.
    if (!hidden[role].includes('position')) Object.assign(swapped, { position: world.ids.position })
    if (!hidden[role].includes('company')) Object.assign(swapped, { company: world.ids.company })
    const found: unknown[] = []
    for (const endpoint of reading) {
      const call = validCalls[endpoint.name]!({ ...world, ids: swapped }, world.user)
      const { status, text } = await sendCall(server, endpoint, call, world.user)
      // A filter that names it may be said back.
      for (const mark of unheard)
        if (text.toLowerCase().includes(mark)) found.push([endpoint.name, status, mark, text.slice(0, 300)])
    }
    expect(found).toEqual([])
    for (const name of [
      'getApplication',
      'getApplicantSummary',
      'listActivityLogs',
      'getCall',
      'getCandidate',
    ]) {
      const endpoint = endpoints.find((each) => each.name === name)!
      const call = validCalls[name]!({ ...world, ids: swapped }, world.user)
      expect([name, (await sendCall(server, endpoint, call, world.user)).status]).toEqual([name, 404])
    }
  })

  it('hears no event of what is outside', async () => {
    const { head, user, outside, ids } = world
    const stream = await followEvents(server, user)
    const edit = (id: string) =>
      server.call(updateApplication, { as: head, params: { id }, body: { source: 'Edited' } })
    const say = (id: string) =>
      server.call(createComment, { as: head, params: { id }, body: { body: 'A word' } })
    for (const id of [outside.ids.application!, ids.application!]) {
      await edit(id)
      await say(id)
    }
    await expect.poll(() => JSON.stringify(stream.events)).toContain(ids.application)
    await stream.take(2)
    stream.leave()
    const heard = JSON.stringify(stream.events)
    for (const name of ['application', 'candidate', 'comment']) expect(heard).not.toContain(outside.ids[name])
    if (hidden[role].includes('position')) expect(heard).not.toContain(outside.ids.position)
  })

  // The last: what is one’s own is moved, assigned and deleted on the way.
  it('changes nothing that is outside, whatever they name in a call', async () => {
    const { outside } = world
    const same: Ids = {
      ...outside.ids,
      spareCandidate: outside.ids.candidateHal!,
      survivor: outside.ids.candidate!,
      docx: outside.ids.file!,
      status0: outside.ids.lead!,
      status1: outside.ids.contacted!,
    }
    const isHidden = (key: string) =>
      (!/^(position|status\d)$/.test(key) || hidden[role].includes('position')) &&
      (key !== 'company' || hidden[role].includes('company'))
    const theirs = Object.entries(outside.ids).filter(([key]) => isHidden(key))
    const dump = () =>
      rowsThatName(
        server,
        theirs.filter(([key]) => !statusTypes.includes(key)).map(([, id]) => id),
      )
    const done: unknown[] = []
    let before = await dump()
    for (const endpoint of writing) {
      const own = validCalls[endpoint.name]!(world, world.user)
      const keyOf = new Map(Object.entries(world.ids).map(([key, id]) => [id, key]))
      const swapped = swapIds(own, (id) => {
        const key = keyOf.get(id)
        return key && isHidden(key) ? same[key] : undefined
      })
      const answers: unknown[] = []
      for (const { where, call } of swapped) {
        const { status, text } = await sendCall(server, endpoint, call, world.user)
        answers.push(where, status)
        for (const mark of unheard)
          if (text.toLowerCase().includes(mark)) done.push([endpoint.name, where, status, `says ${mark}`])
      }
      const after = swapped.length > 0 ? await dump() : before
      if (after !== before) done.push([endpoint.name, ...answers, ...apart(before, after)])
      before = after
    }
    expect(done).toEqual([])
  })
})

describe('somebody who does not see an application', () => {
  it('cannot be mentioned on it, so that nothing said there reaches them', async () => {
    const world = await makeWorld('coordinator', true)
    const mention = (id: string) =>
      server.call(createComment, {
        as: world.head,
        params: { id },
        body: { body: 'Look', mentions: [world.user.id] },
      })
    const refused = await mention(world.outside.ids.application!)
    expect([refused.status, Object.keys(refused.body.details ?? {})]).toEqual([422, ['mentions']])
    expect((await mention(world.ids.application!)).status).toBe(201)
  })
})

describe('a client reviewer', () => {
  it('reads of comments their own and those that mention them, and nothing noted of a person', async () => {
    const world = await makeWorld('client_reviewer', false)
    const { head, user, ids } = world
    const say = async (body: string, mentions: string[] = []) => {
      const input = { params: { id: ids.application! }, body: { body, mentions } }
      expect((await server.call(createComment, { as: head, ...input })).status).toBe(201)
    }
    await say('Her number is 312 555 0123')
    await say('Would she fit?', [user.id])
    await server.call(updateCandidate, {
      as: head,
      params: { id: ids.candidate! },
      body: { notes: 'Known to be late', profileUrl: 'https://example.com/ana' },
    })
    for (const name of [
      'listActivityLogs',
      'listPositionActivity',
      'getApplication',
      'getApplicantSummary',
    ]) {
      const endpoint = endpoints.find((each) => each.name === name)!
      const { params } = validCalls[name]!(world, user)
      const { status, text } = await sendCall(server, endpoint, { params: params! }, user)
      expect([name, status]).toEqual([name, 200])
      for (const secret of ['312 555 0123', 'Known to be late', 'example.com', 'Comment mark'])
        expect([name, secret, text.includes(secret)]).toEqual([name, secret, false])
      if (name === 'listActivityLogs') expect(text).toContain('Would she fit?')
    }
  })
})

describe('a viewer', () => {
  it('reads the workspace, and finds no phone and no e-mail of a candidate in any export', async () => {
    const world = await makeWorld('hiring_manager', true)
    const viewer = await server.addUser(world.workspaceId, 'viewer')
    for (const endpoint of reading.filter(({ permission }) => permission.endsWith(':export'))) {
      const call = validCalls[endpoint.name]!(world, viewer)
      const { status, text } = await sendCall(server, endpoint, { ...call, query: { format: 'csv' } }, viewer)
      expect([endpoint.name, [200, 403].includes(status)]).toEqual([endpoint.name, true])
      for (const contact of [...outsideContacts, `${world.mark}@example.com`])
        expect([endpoint.name, text.includes(contact)]).toEqual([endpoint.name, false])
    }
  })
})
