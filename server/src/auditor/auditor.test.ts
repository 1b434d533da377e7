import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '@muster/contract/permissions.ts'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { announce } from '../live/announce.ts'
import { createRandom, hashSeed } from '../sample/random.ts'
import { addCustomField } from '../testing/add-custom-field.ts'
import { addPosition } from '../testing/add-position.ts'
import { endConnections } from '../testing/end-connections.ts'
import { freePort } from '../testing/free-port.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { type Recorded, runClient } from './clients.ts'
import { type Follower, startFollower } from './followers.ts'
import { type History, invariants } from './invariants.ts'
import { createNodeProcess, type NodeProcess } from './node-process.ts'
import type { Known } from './operations.ts'

/** Decides what clients do and which faults happen. Set AUDIT_SEED to repeat a failure. */
const seed = Number(process.env.AUDIT_SEED ?? Date.now() % 1_000_000)
/** For how long clients and faults go on. */
const seconds = Number(
  process.env.AUDIT_SECONDS ?? (process.env.npm_lifecycle_event === 'test:audit' ? 300 : 6),
)

/** Of the workspace whose events are followed; the other one has a single client. */
const roles: Role[] = [
  'superadmin',
  'owner',
  'admin',
  'recruiter',
  'recruiter',
  'coordinator',
  'hiring_manager',
  'client_reviewer',
  'viewer',
]

let server: TestServer
let smtp: SMTPServer
const nodes: NodeProcess[] = []
const received: { messageId: string; recipient: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk
      })
      stream.on('end', () => {
        const messageId = /^message-id: *(\S+)/im.exec(text)?.[1] ?? ''
        for (const { address } of envelope.rcptTo) received.push({ messageId, recipient: address })
        done()
      })
    },
  })
  await new Promise<void>((listening) => smtp.listen(0, '127.0.0.1', listening))
  const { port } = smtp.server.address() as { port: number }
  const settings = {
    MUSTER_DATA_DIR: server.services.config.dataDir,
    MUSTER_PERSON_CALLS_PER_MINUTE: '1000000',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
  }
  for (let node = 0; node < 2; node++)
    nodes.push(await createNodeProcess(await freePort(), server.connectionString, settings))
  await Promise.all(nodes.map((node) => node.start()))
})

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await new Promise<void>((closed) => smtp?.close(closed))
  await server?.stop()
})

/** A workspace with two positions, users of the roles, and what its clients know. */
async function addWorkspace(ofRoles: readonly Role[]) {
  const { workspaceId } = await server.addWorkspace()
  const admin = await server.addUser(workspaceId, 'admin')
  const first = await addPosition(server.db, workspaceId, { slaDays: 1 })
  const second = await addPosition(server.db, workspaceId)
  const users: { role: Role; user: TestUser }[] = []
  for (const role of ofRoles) {
    const more = role === 'client_reviewer' ? { companyId: first.companyId } : {}
    users.push({ role, user: await server.addUser(workspaceId, role, more) })
  }
  const manager = users.find(({ role }) => role === 'hiring_manager')
  if (manager)
    await server.db
      .updateTable('positions')
      .set({ hiring_manager_id: manager.user.id })
      .where('id', '=', first.id)
      .execute()
  await server.db
    .insertInto('notification_choices')
    .values({ workspace_id: workspaceId, user_id: admin.id, kind: 'mention', in_app: true, mail: true })
    .execute()
  const fieldIds: string[] = []
  for (const subject of ['application', 'candidate'] as const)
    fieldIds.push((await addCustomField(server, admin, { subject, label: 'Badge', sortable: true })).id)
  const known: Known = {
    positions: [first, second],
    users: [admin, ...users.map(({ user }) => user)],
    applicationIds: [first.id],
    candidateIds: [first.id],
    comments: [],
    merges: [],
    fieldIds,
    foreignIds: [],
  }
  return { workspaceId, admin, users, known }
}

/** Faults, one after another, each chosen by the seed. Returns how many there were. */
async function disturb(stopping: AbortSignal): Promise<number> {
  let count = 0
  const random = createRandom(hashSeed(seed, 1))
  const faults = [
    async (node: NodeProcess) => {
      await node.kill()
      await node.start()
    },
    async (node: NodeProcess) => node.proxy.cut(),
    async (node: NodeProcess) => {
      node.proxy.delay(50 + random.int(250))
      await sleep(500)
      node.proxy.delay(0)
    },
    async (node: NodeProcess) => {
      node.shiftClock((random.int(40) - 20) * 60_000)
      await sleep(500)
      node.shiftClock(0)
    },
    () => endConnections(server.connectionString),
  ]
  while (!stopping.aborted) {
    await sleep(200 + random.int(800))
    await random.pick(faults)(random.pick(nodes))
    count += 1
  }
  return count
}

/** Waits until each follower was sent all that was announced until now: what is announced to it last comes last. */
async function catchUp(followers: readonly Follower[]): Promise<void> {
  const { id: before } = await server.db
    .selectFrom('live_events')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  for (const { user } of followers)
    await announce(server.db, user.workspaceId, { kind: 'notified', userId: user.id, actorId: null })
  const waiting = () =>
    followers.filter(
      ({ user, received }) =>
        !received().some(
          ({ id, event }) => event.kind === 'notified' && event.userId === user.id && id > Number(before),
        ),
    )
  await expect.poll(() => waiting().map(({ user }) => user.email), { timeout: 60_000 }).toEqual([])
}

it(
  'keeps every promise while nodes, connections and clocks fail',
  async () => {
    const [ours, others] = [await addWorkspace(roles), await addWorkspace(['recruiter'])]
    ours.known.foreignIds = [others.known.positions[0]!.id, others.admin.id]
    others.known.foreignIds = [ours.known.positions[0]!.id, ours.admin.id]
    const followed = [
      { role: 'admin' as const, user: ours.admin },
      ...ours.users.filter(({ role }) => role !== 'owner'),
    ]
    const followers = await Promise.all(
      followed.map(({ role, user }) => startFollower(server, role, user, nodes)),
    )
    const stop = new AbortController()
    const records: Record<'a' | 'b', Recorded[]> = { a: [], b: [] }
    const clients = [
      ...ours.users.map((one, index) => ({
        ...one,
        name: `ours${index}`,
        known: ours.known,
        record: records.a,
      })),
      ...others.users.map((one, index) => ({
        ...one,
        name: `theirs${index}`,
        known: others.known,
        record: records.b,
      })),
    ].map((one, index) =>
      runClient({
        ...one,
        server,
        nodes,
        random: createRandom(hashSeed(seed, 2, index)),
        stopping: stop.signal,
      }),
    )
    const disturbing = disturb(stop.signal)
    await sleep(seconds * 1000)
    stop.abort()
    const [faults] = await Promise.all([disturbing, ...clients])

    const unsent = () =>
      server.db
        .selectFrom('mails')
        .where('sent_at', 'is', null)
        .where('canceled_at', 'is', null)
        .select('id')
        .execute()
    await expect.poll(unsent, { timeout: 60_000 }).toEqual([])
    await catchUp(followers)
    await Promise.all(followers.map((follower) => follower.stop()))

    const history: History = {
      server,
      admin: ours.admin,
      known: ours.known,
      record: records.a,
      followers,
      received,
      faults,
      otherWorkspaceId: others.workspaceId,
      otherName: 'theirs',
    }
    const broken: Record<string, string[]> = {}
    for (const [name, invariant] of Object.entries(invariants)) {
      const violations = await invariant(history)
      if (violations.length > 0) broken[name] = violations.slice(0, 5)
    }
    const done = records.a.filter(({ status }) => status !== null && status < 300).length
    console.warn(
      `auditor: seed ${seed}, ${records.a.length} operations, ${done} done, ${received.length} emails, ${faults} faults`,
    )
    expect(broken, `AUDIT_SEED=${seed} AUDIT_SECONDS=${seconds}`).toEqual({})
    expect(done).toBeGreaterThan(0)
  },
  (seconds + 120) * 1000,
)
