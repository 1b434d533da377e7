import { createComment } from '@muster/contract/activity-logs.ts'
import { closeApplication, createApplication, updateApplication } from '@muster/contract/applications.ts'
import { getBoard, moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import type { LiveEvent } from '@muster/contract/events.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { addCustomField } from '../testing/add-custom-field.ts'
import { addPosition } from '../testing/add-position.ts'
import type { FollowedEvent } from '../testing/follow-events.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import type { Recorded } from './clients.ts'
import type { Follower } from './followers.ts'
import { type History, invariants } from './invariants.ts'
import type { Operation } from './operations.ts'

let server: TestServer
/** May drop what forbids a mistake. */
let owner: Kysely<DB>
/** In which nothing went wrong. */
let history: History
const record: Recorded[] = []
const made: Record<'first' | 'moved' | 'elsewhere', string> = { first: '', moved: '', elsewhere: '' }

async function send(user: TestUser, operation: Operation): Promise<{ id: string }> {
  const { endpoint, params, body } = operation
  const answer = await server.call(endpoint, { as: user, params, body } as never)
  record.push({ user, operation, status: answer.status, text: JSON.stringify(answer.body) })
  return answer.body as never
}

beforeAll(async () => {
  server = await startTestServer()
  owner = connect(server.ownerConnectionString, 1)
  const { workspaceId } = await server.addWorkspace()
  const [admin, recruiter, manager] = [
    await server.addUser(workspaceId, 'admin'),
    await server.addUser(workspaceId, 'recruiter'),
    await server.addUser(workspaceId, 'hiring_manager'),
  ]
  const other = await server.addWorkspace()
  const stranger = await server.addUser(other.workspaceId, 'admin')
  const position = await addPosition(server.db, workspaceId, { hiringManagerId: manager.id })
  const second = await addPosition(server.db, workspaceId)
  await server.db
    .insertInto('notification_choices')
    .values({ workspace_id: workspaceId, user_id: admin.id, kind: 'mention', in_app: true, mail: true })
    .execute()

  const create = (mark: string, positionId: string) =>
    send(recruiter, {
      endpoint: createApplication,
      mark,
      body: { positionId, candidate: { name: `Person ${mark}` }, externalId: mark },
    })
  const comment = (mark: string, mentions: string[]) =>
    send(recruiter, {
      endpoint: createComment,
      mark,
      params: { id: made.first },
      body: { body: mark, mentions },
    })
  for (const subject of ['application', 'candidate'] as const)
    await addCustomField(server, admin, { subject, label: 'Badge', sortable: true })
  made.first = (await create('ours0-1', position.id)).id
  made.moved = (await create('ours0-2', position.id)).id
  made.elsewhere = (await create('ours0-3', second.id)).id
  await send(recruiter, {
    endpoint: moveApplications,
    params: { id: position.id },
    body: { applicationIds: [made.moved], toStatusId: position.statuses.contacted },
  })
  const { id: closed } = await create('ours0-4', position.id)
  await send(recruiter, {
    endpoint: closeApplication,
    params: { id: closed },
    body: { disposition: 'unreachable' },
  })
  await comment('ours0-5', [admin.id])
  await comment('ours0-6', [])
  await send(recruiter, {
    endpoint: logCall,
    mark: 'ours0-7',
    body: { applicationId: made.first, summary: 'ours0-7', outcome: 'interested' },
  })
  expect(record.map(({ status }) => status)).toEqual([201, 201, 201, 200, 201, 200, 201, 201, 201])

  const filled = await server.call(updateApplication, {
    as: admin,
    params: { id: made.first },
    body: { customFields: { badge: 'B' } },
  })
  expect(filled.status).toBe(200)

  await server.db.updateTable('mails').set({ sent_at: new Date().toISOString() }).execute()
  const mails = await server.db.selectFrom('mails').select(['id', 'recipient']).execute()
  const { rows: events } = await sql<FollowedEvent>`
    select id::int as id, event from live_events where workspace_id = ${workspaceId} order by id`.execute(
    server.db,
  )
  const names = (text: string, ...ids: string[]) => ids.some((id) => text.includes(id))
  const follower = (role: Role, user: TestUser, isFor: (event: LiveEvent) => boolean): Follower => ({
    role,
    user,
    events: events.filter(({ event }) => isFor(event)),
    repeats: [],
    from: 0,
    received: () => [],
    stop: async () => {},
  })
  const isFor = (user: TestUser) => (event: LiveEvent) =>
    event.kind !== 'notified' || event.userId === user.id
  history = {
    server,
    admin,
    known: {
      positions: [position, second],
      users: [admin, recruiter, manager],
      applicationIds: [],
      candidateIds: [],
      comments: [],
      merges: [],
      fieldIds: [],
      foreignIds: [stranger.id],
    },
    record,
    followers: [
      follower('admin', admin, isFor(admin)),
      follower('recruiter', recruiter, isFor(recruiter)),
      follower(
        'hiring_manager',
        manager,
        (event) => isFor(manager)(event) && !names(JSON.stringify(event), second.id, made.elsewhere),
      ),
    ],
    received: mails.map(({ id, recipient }) => ({ messageId: `<${id}@example.com>`, recipient })),
    faults: 0,
    otherWorkspaceId: other.workspaceId,
    otherName: 'theirs',
  }
})

afterAll(async () => {
  await owner?.destroy()
  await server?.stop()
})

/** What an invariant says of a history with one mistake in its rows, which are put back. */
async function afterChange(name: string, change: (tx: Transaction<DB>) => Promise<unknown>) {
  const undo = new Error('put back')
  let found: string[] = []
  await owner
    .transaction()
    .execute(async (tx) => {
      // What the database itself forbids could still be lost with a migration.
      await sql`alter table applications disable trigger user`.execute(tx)
      await sql`alter table activity_logs disable trigger user`.execute(tx)
      await change(tx)
      found = await invariants[name]!({ ...history, server: { ...server, db: tx } })
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return found
}

/** The same with one mistake in what clients, followers and the mail server have noted. */
async function afterNote(name: string, change: (history: History) => Partial<History>) {
  return invariants[name]!({ ...history, ...change(history) })
}

/** Returns followers of whom one has other events. */
function withEvents(
  role: Role,
  change: (events: FollowedEvent[]) => FollowedEvent[],
): Pick<History, 'followers'> {
  return {
    followers: history.followers.map((one) =>
      one.role === role ? { ...one, events: change(one.events) } : one,
    ),
  }
}

const extra = (event: object): FollowedEvent => ({ id: 1, event: event as LiveEvent })

/** Invariant → a mistake that breaks it. */
const mistakes: Record<string, (name: string) => Promise<string[]>> = {
  'no call fails inside': (name) =>
    afterNote(name, ({ record }) => ({ record: [...record, { ...record[0]!, status: 500 }] })),
  'another workspace does not exist': (name) =>
    afterNote(name, ({ record, otherWorkspaceId }) => ({
      record: [...record, { ...record[0]!, text: otherWorkspaceId }],
    })),
  'each application is in one status of its position, and open or closed with it': (name) =>
    afterChange(name, async (tx) => {
      await sql`do $$ declare each name; begin
        for each in select conname from pg_constraint where conrelid = 'applications'::regclass and contype = 'c'
        loop execute format('alter table applications drop constraint %I', each); end loop;
      end $$`.execute(tx)
      await sql`update applications set disposition = 'spam' where id = ${made.first}`.execute(tx)
    }),
  'no two applications have one rank': (name) =>
    afterChange(name, async (tx) => {
      await sql`drop index applications_rank_key`.execute(tx)
      await sql`update applications a set rank = b.rank, status_id = b.status_id from applications b
        where a.id = ${made.first} and b.id = ${made.moved}`.execute(tx)
    }),
  'lists are sorted by the stored values of custom fields': async (name) => {
    const other = await afterChange(name, (tx) =>
      sql`update application_sort_keys set value = 'other'`.execute(tx),
    )
    const none = await afterChange(name, (tx) => sql`delete from application_sort_keys`.execute(tx))
    const left = await afterChange(name, (tx) => sql`update custom_fields set sort_state = null`.execute(tx))
    return other.length > 0 && none.length > 0 ? left : []
  },
  'the log of each application leads without a gap to its status': (name) =>
    afterChange(name, (tx) =>
      sql`delete from activity_logs where application_id = ${made.moved} and to_status_id is not null
          and from_status_id is not null`.execute(tx),
    ),
  'what was created is there once': (name) =>
    afterChange(name, (tx) =>
      sql`update applications set external_id = 'ours0-1' where id = ${made.moved}`.execute(tx),
    ),
  'each comment is there once': (name) =>
    afterChange(name, (tx) =>
      sql`update activity_logs set body = 'ours0-5' where kind = 'comment'`.execute(tx),
    ),
  'each call that was logged is there once': (name) =>
    afterChange(name, (tx) => sql`update calls set summary = null`.execute(tx)),
  'whoever sees everything receives every event': (name) =>
    afterNote(name, () =>
      withEvents('recruiter', (events) => events.filter(({ event }) => event.kind !== 'applications-moved')),
    ),
  'a hiring manager receives the events of their position, and of no other': async (name) => {
    const none = await afterNote(name, () => withEvents('hiring_manager', () => []))
    const others = await afterNote(name, () =>
      withEvents('hiring_manager', (events) => [
        ...events,
        extra({ kind: 'activity-logged', applicationId: made.elsewhere, actorId: null }),
      ]),
    )
    return none.length > 0 ? others : []
  },
  'no stream sends an event twice': (name) =>
    afterNote(name, ({ followers }) => ({ followers: followers.map((one) => ({ ...one, repeats: [1] })) })),
  'events name nothing of another workspace': (name) =>
    afterNote(name, ({ known }) =>
      withEvents('admin', (events) => [
        ...events,
        extra({ kind: 'users-changed', userIds: known.foreignIds, actorId: null }),
      ]),
    ),
  'notifications are for their user alone': (name) =>
    afterNote(name, ({ admin }) =>
      withEvents('recruiter', (events) => [
        ...events,
        extra({ kind: 'notified', userId: admin.id, actorId: null }),
      ]),
    ),
  'figures are the counts of the rows behind them': (name) =>
    afterChange(name, (tx) =>
      sql`update applications set deleted_at = now() where id = ${made.first}`.execute(tx),
    ),
  'a board counts the cards of its columns': (name) =>
    afterNote(name, ({ known }) => ({
      server: {
        ...server,
        call: (async (endpoint: never, input: never) => {
          const answer = await server.call(endpoint, input)
          const { columns } = answer.body as { columns: { total: { value: number } }[] }
          columns[0]!.total.value += 1
          return answer
        }) as never,
      },
      known: { ...known, positions: known.positions.slice(0, 1) },
    })),
  'everybody gets their emails, and none twice but after a fault': async (name) => {
    const lost = await afterNote(name, () => ({ received: [] }))
    const doubled = await afterNote(name, ({ received }) => ({ received: [...received, ...received] }))
    const excused = await afterNote(name, ({ received }) => ({
      received: [...received, ...received],
      faults: 1,
    }))
    return lost.length > 0 && excused.length === 0 ? doubled : []
  },
  'no notification is mailed twice': (name) =>
    afterChange(name, (tx) => sql`delete from notifications`.execute(tx)),
  'one mention is one notification': (name) =>
    afterChange(name, (tx) => sql`delete from notifications`.execute(tx)),
}

it('a history without a mistake breaks no invariant', async () => {
  expect(history.received).toHaveLength(1)
  expect(
    (await server.call(getBoard, { as: history.admin, params: { id: history.known.positions[0]!.id } }))
      .status,
  ).toBe(200)
  for (const [name, invariant] of Object.entries(invariants))
    expect([name, await invariant(history)]).toEqual([name, []])
})

it('every invariant has a mistake that breaks it', () => {
  expect(Object.keys(mistakes)).toEqual(Object.keys(invariants))
})

it.each(Object.keys(invariants))('a mistake is found: %s', async (name) => {
  expect(await mistakes[name]!(name)).not.toEqual([])
})
