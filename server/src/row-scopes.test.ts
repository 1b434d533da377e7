import { createComment } from '@muster/contract/activity-logs.ts'
import { updateApplication } from '@muster/contract/applications.ts'
import { updateCandidate } from '@muster/contract/candidates.ts'
import { endpoints } from '@muster/contract/endpoints.ts'
import { type Permission, permissionKeys, type Role } from '@muster/contract/permissions.ts'
import { statusTypeKeys } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { announce } from './live/announce.ts'
import { evictSessions } from './session/authenticate.ts'
import { rowsThatName } from './testing/dump-tables.ts'
import { followEvents } from './testing/follow-events.ts'
import type { Ids, Seeded } from './testing/seed.ts'
import {
  addOutsideCompany,
  addOutsidePeople,
  addOutsidePosition,
  type Outside,
  outsideContacts,
  outsideMarks,
} from './testing/seed-outside.ts'
import { sendCall } from './testing/send-call.ts'
import { startSeeded } from './testing/start-seeded.ts'
import { swapIds } from './testing/swap-ids.ts'
import type { TestServer, TestUser } from './testing/test-server.ts'
import type { ValidCall } from './testing/valid-calls/valid-call.ts'
import { validCalls } from './testing/valid-calls.ts'

// Hundreds of calls per test: a busy machine takes several times as long.
vi.setConfig({ testTimeout: 120_000 })

/**
 * Tests row scopes on every reading endpoint. Each limited role works in two workspaces that differ only outside of its
 * scope: both must respond alike to every call, down to each total. The roles get more permissions by overrides, since
 * a scope does not depend on permissions.
 */

type Limited = Extract<Role, 'coordinator' | 'hiring_manager' | 'client_reviewer'>

const limited: readonly Limited[] = ['coordinator', 'hiring_manager', 'client_reviewer']

/** Role → what it must not learn. A coordinator works with all positions; a hiring manager has no client. */
const hidden: Record<Limited, readonly (keyof typeof outsideMarks)[]> = {
  coordinator: ['people'],
  hiring_manager: ['people', 'position'],
  client_reviewer: ['people', 'position', 'company'],
}

/** Permissions on what belongs to no single application; users who have them see the workspace. */
const ofTheWorkspace =
  /^(users:manage|workspace|billing|platform|integrations|plans|applications:import|privacy|audit)/

function widened(role: Limited): Permission[] {
  return permissionKeys.filter(
    (permission) =>
      !ofTheWorkspace.test(permission) &&
      // Contact data is hidden from clients whatever else they may read.
      !(role === 'client_reviewer' && permission.startsWith('contacts:')),
  )
}

let server: TestServer
/** Seeded workspaces of the server that no test has taken. */
let unused: Seeded[] = []

/** Starts a server on a new copy of two seeded workspaces. */
async function startAnew(): Promise<void> {
  await server?.stop()
  const { home, stranger, ...started } = await startSeeded()
  server = started.server
  unused = [home, stranger]
}

afterAll(() => server?.stop())

interface SeededWorkspace extends Seeded {
  user: TestUser
  outside: Outside
}

/** Assigns what is seeded to the user, in the way their role requires. */
async function assignScope(seeded: Seeded, user: TestUser, role: Limited): Promise<void> {
  const { workspaceId, ids } = seeded
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

async function seedWorkspace(role: Limited, withOutside: boolean): Promise<SeededWorkspace> {
  const seeded = unused.pop()!
  const user = await server.addUser(seeded.workspaceId, role, { name: 'Untold' })
  await sql`update users set granted_permissions = ${widened(role)}::text[] where id = ${user.id}`.execute(
    server.db,
  )
  await assignScope(seeded, user, role)
  const isMade = (what: keyof typeof outsideMarks) => withOutside || !hidden[role].includes(what)
  const outside = isMade('company') ? await addOutsideCompany(server, seeded) : { ids: {} as Ids }
  if (isMade('position')) await addOutsidePosition(server, seeded, outside)
  if (withOutside) await addOutsidePeople(server, seeded, outside, user)
  evictSessions(server.db)
  return { ...seeded, user, outside }
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** Also as texts have it: "Nov 24, 2026, 2:54 AM". */
const time =
  /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|\+00(:00)?)?|[A-Z][a-z]+ \d+, \d{4}, \d+:\d\d\s[AP]M/g
const addresses = /[\w.+-]+@example\.com/g
/** Durations, and where a page ends; the counts next to them are compared. */
const running = /"(\w*[sS]econds\w*|median|p90|nextCursor|sizeBytes)":("[^"]*"|[\d.]+)/g

/** Returns the meaning of a response, without what differs between workspaces. */
function meaning(text: string, { ids, mark, workspaceId, user, head }: SeededWorkspace): string {
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  names.set(workspaceId, 'workspace').set(user.id, 'me').set(head.id, 'head')
  // Its streams are compressed, with the mark of the workspace in them.
  if (text.startsWith('%PDF')) return 'a PDF'
  return text
    .replace(running, '"$1":0')
    .replaceAll(mark, 'MARK')
    .replaceAll(mark.slice(5), 'MARK')
    .replace(time, 'TIME')
    .replace(addresses, 'ADDRESS')
    .replace(uuid, (id) => names.get(id) ?? 'ID')
}

/** Returns the parts of two texts where they first differ. */
function firstDifference(one: string, other: string): [string, string] {
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
  let world: SeededWorkspace
  let without: SeededWorkspace

  beforeAll(async () => {
    await startAnew()
    ;[world, without] = await Promise.all([seedWorkspace(role, true), seedWorkspace(role, false)])
  })

  const unheard = [...hidden[role].map((what) => outsideMarks[what]), ...outsideContacts]

  it('gets the same response from every reading endpoint as if nothing outside their scope existed', async () => {
    const differing: unknown[] = []
    for (const endpoint of reading) {
      const make = validCalls[endpoint.name]!
      const asked: ((call: ValidCall) => ValidCall)[] = [
        (call) => call,
        (call) => ({ ...call, query: {} }),
        // An export's filter is logged with it.
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
          differing.push([endpoint.name, index, here!.status, ...firstDifference(here!.text, there!.text)])
      }
    }
    expect(differing).toEqual([])
  })

  it('does not find what is outside by its id', async () => {
    const { ids } = world.outside
    const swapped: Ids = { ...world.ids, ...ids, survivor: ids.candidate!, spareCandidate: ids.candidateHal! }
    // They may see positions and companies unless these are hidden from the role.
    if (!hidden[role].includes('position')) Object.assign(swapped, { position: world.ids.position })
    if (!hidden[role].includes('company')) Object.assign(swapped, { company: world.ids.company })
    const found: unknown[] = []
    for (const endpoint of reading) {
      const call = validCalls[endpoint.name]!({ ...world, ids: swapped }, world.user)
      const { status, text } = await sendCall(server, endpoint, call, world.user)
      // A filter that names it may be repeated.
      for (const mark of unheard)
        if (text.toLowerCase().includes(mark)) found.push([endpoint.name, status, mark, text.slice(0, 300)])
    }
    expect(found).toEqual([])
    for (const name of [
      'getApplication',
      'getApplicantSummary',
      'listActivityLogs',
      'listCandidateActivity',
      'getCall',
      'getCandidate',
    ]) {
      const endpoint = endpoints.find((each) => each.name === name)!
      const call = validCalls[name]!({ ...world, ids: swapped }, world.user)
      expect([name, (await sendCall(server, endpoint, call, world.user)).status]).toEqual([name, 404])
    }
  })

  it('receives no event about what is outside', async () => {
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

  it('receives no event about what is outside by reconnecting with an old Last-Event-ID', async () => {
    const { user, outside, ids } = world
    const stream = await followEvents(server, user, '0')
    await expect.poll(() => JSON.stringify(stream.events)).toContain(ids.application)
    // Announced after all missed events: once it arrives, so have they.
    await announce(server.db, user.workspaceId, { kind: 'notified', userId: user.id, actorId: null })
    await expect.poll(() => stream.events.some(({ event }) => event.kind === 'notified')).toBe(true)
    stream.leave()
    const heard = JSON.stringify(stream.events)
    for (const name of ['application', 'candidate', 'comment']) expect(heard).not.toContain(outside.ids[name])
    if (hidden[role].includes('position')) expect(heard).not.toContain(outside.ids.position)
  })

  // Runs last: it moves, assigns and deletes the user's own rows.
  it('changes nothing outside, whatever ids they send', async () => {
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
      if (after !== before) done.push([endpoint.name, ...answers, ...firstDifference(before, after)])
      before = after
    }
    expect(done).toEqual([])
  })
})

describe('a user who does not see an application', () => {
  it('cannot be mentioned on it, so that its comments do not reach them', async () => {
    await startAnew()
    const world = await seedWorkspace('coordinator', true)
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
  it('reads only their own comments and those that mention them, and no note on a person', async () => {
    const world = await seedWorkspace('client_reviewer', false)
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
      'listCandidateActivity',
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
      if (name.endsWith('ActivityLogs') || name === 'listCandidateActivity')
        expect(text).toContain('Would she fit?')
    }
  })
})

describe('a viewer', () => {
  it('reads the workspace, and finds no phone and no e-mail of a candidate in any export', async () => {
    await startAnew()
    const world = await seedWorkspace('hiring_manager', true)
    const viewer = await server.addUser(world.workspaceId, 'viewer')
    // A PDF has its text compressed, and counts alone: the tests of it read it.
    const exported = reading.filter(
      ({ permission, streams }) => permission.endsWith(':export') && streams !== 'application/pdf',
    )
    for (const endpoint of exported) {
      const call = validCalls[endpoint.name]!(world, viewer)
      const { status, text } = await sendCall(server, endpoint, { ...call, query: { format: 'csv' } }, viewer)
      expect([endpoint.name, [200, 403].includes(status)]).toEqual([endpoint.name, true])
      for (const contact of [...outsideContacts, `${world.mark}@example.com`])
        expect([endpoint.name, text.includes(contact)]).toEqual([endpoint.name, false])
    }
  })
})
