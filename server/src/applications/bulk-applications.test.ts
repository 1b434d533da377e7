import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import {
  closeApplication,
  createApplication,
  getApplication,
  listApplications,
  reopenApplication,
} from '@muster/contract/applications.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  return () => server.stop()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
})

async function apply(name: string, more: object = {}): Promise<string> {
  const body = { positionId: position.id, candidate: { name }, ownerId: null, ...more }
  const made = await server.call(createApplication, { as: recruiter, body })
  expect(made.status).toBe(201)
  return made.body.id
}

const bulk = (applicationIds: string[], action: object, as = recruiter) =>
  server.call(bulkApplications, { as, body: { applicationIds, action } as never })

const read = async (id: string) => (await server.call(getApplication, { as: recruiter, params: { id } })).body

async function notifiedOf(kind: string) {
  const rows = await server.db
    .selectFrom('notifications')
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', kind)
    .select(['user_id', 'application_id'])
    .execute()
  return rows.map((row) => [row.user_id, row.application_id])
}

const suspend = (id: string) =>
  server.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute()

/** Adds a status of the position before those it has. */
async function addStatus(type: string, more: object = {}): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('statuses')
    .values({
      ...{ workspace_id: workspaceId, id, position_id: position.id, name: `Former ${type}` },
      ...{ type, color: 'gray', ordinal: -1, ...more },
    })
    .execute()
  return id
}

describe('tags of several applications', () => {
  it('are added and removed on those there are, and the others are named', async () => {
    const [plain, tagged, gone] = [
      await apply('Plain'),
      await apply('Tagged', { tags: ['days', 'nights'] }),
      await apply('Gone'),
    ]
    await bulk([gone], { kind: 'delete' })
    const foreign = newId()
    const { body } = await bulk([plain, tagged, gone, foreign, plain], {
      kind: 'tag',
      add: ['weekends'],
      remove: ['days'],
    })
    expect(body).toMatchObject({ changed: 2, batchId: expect.any(String) })
    expect(body.refused.map(({ applicationId, code }) => [applicationId, code]).sort()).toEqual(
      [
        [gone, 'NOT_FOUND'],
        [foreign, 'NOT_FOUND'],
      ].sort(),
    )
    expect([(await read(plain)).tags, (await read(tagged)).tags]).toEqual([
      ['weekends'],
      ['nights', 'weekends'],
    ])
    await server.call(undoBatch, { as: recruiter, body: { batchId: body.batchId! } })
    expect([(await read(plain)).tags, (await read(tagged)).tags]).toEqual([[], ['days', 'nights']])
  })

  it('count as activity, are told to browsers, and a change that changes nothing does not', async () => {
    const id = await apply('Active')
    const old = () =>
      sql`update applications set last_activity_at = now() - interval '2 days' where id = ${id}`.execute(
        server.db,
      )
    const state = async () => {
      const { rows } = await sql<{ recent: boolean; announced: number }>`
        select last_activity_at > now() - interval '1 day' as recent, (
          select count(*)::int from live_events
          where event ->> 'kind' = 'applications-changed' and event -> 'applicationIds' ? ${id}
        ) as announced
        from applications where id = ${id}
      `.execute(server.db)
      return rows[0]!
    }
    await old()
    const before = await state()
    expect(before.recent).toBe(false)
    await bulk([id], { kind: 'tag', add: ['nights'], remove: [] })
    expect(await state()).toEqual({ recent: true, announced: before.announced + 1 })
    await old()
    const again = await bulk([id], { kind: 'tag', add: ['nights'], remove: ['days'] })
    expect(again.body).toEqual({ changed: 0, refused: [], batchId: null })
    expect(await state()).toEqual({ recent: false, announced: before.announced + 1 })
  })
})

describe('assigning several applications', () => {
  it('tells their new owner', async () => {
    const colleague = await server.addUser(workspaceId, 'recruiter')
    const id = await apply('Assigned')
    expect((await bulk([id], { kind: 'assign', ownerId: colleague.id })).body.changed).toBe(1)
    expect(await notifiedOf('assigned')).toEqual([[colleague.id, id]])
  })

  it('is refused for a suspended colleague and somebody of another workspace', async () => {
    const id = await apply('Unassigned')
    const gone = await server.addUser(workspaceId, 'recruiter')
    await suspend(gone.id)
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
    for (const { id: ownerId } of [gone, stranger])
      expect((await bulk([id], { kind: 'assign', ownerId })).status).toBeGreaterThanOrEqual(400)
    expect((await read(id)).owner).toBeNull()
  })
})

describe('moving several applications', () => {
  it('says so in their histories, and tells the client of those who came to Submitted, once', async () => {
    const reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
    const [one, two] = [await apply('One'), await apply('Two')]
    expect((await bulk([one], { kind: 'move', toStatusType: 'submitted' })).body.changed).toBe(1)
    expect(await notifiedOf('submitted')).toEqual([[reviewer.id, one]])
    expect((await bulk([one, two], { kind: 'move', toStatusType: 'submitted' })).body.changed).toBe(1)
    expect(await notifiedOf('submitted')).toEqual([
      [reviewer.id, one],
      [reviewer.id, two],
    ])
    const second = await addStatus('submitted', { ordinal: 99 })
    expect((await bulk([one, two], { kind: 'move', toStatusId: second })).body.changed).toBe(2)
    expect(await notifiedOf('submitted')).toHaveLength(2)
    const { body } = await server.call(listActivityLogs, { as: recruiter, params: { id: one } })
    expect(body.items.find(({ kind }) => kind === 'moved')?.cause).toBe('bulk')
  })

  it('brings them to the first status of a type that is not deleted, and leaves those in another of it', async () => {
    await addStatus('contacted', { deleted_at: sql`now()` })
    const second = await addStatus('contacted', { ordinal: 99 })
    const [moving, there] = [await apply('Moving'), await apply('There')]
    await bulk([there], { kind: 'move', toStatusId: second })
    expect((await bulk([moving, there], { kind: 'move', toStatusType: 'contacted' })).body.changed).toBe(1)
    expect([(await read(moving)).status.id, (await read(there)).status.id]).toEqual([
      position.statuses.contacted,
      second,
    ])
  })

  it('moves one that is named twice once', async () => {
    const id = await apply('Twice')
    expect((await bulk([id, id], { kind: 'move', toStatusType: 'contacted' })).body).toMatchObject({
      changed: 1,
      refused: [],
    })
  })

  it('is refused into a status that was deleted', async () => {
    const deleted = await addStatus('contacted', { deleted_at: sql`now()` })
    const id = await apply('Stays')
    expect((await bulk([id], { kind: 'move', toStatusId: deleted })).status).toBe(404)
    expect((await read(id)).status.id).toBe(position.statuses.lead)
  })
})

describe('closing and reopening', () => {
  it('as hired ends in the hired status, alone and among several', async () => {
    const [alone, among] = [await apply('Alone'), await apply('Among')]
    const body = { disposition: 'hired' as const }
    await server.call(closeApplication, { as: recruiter, params: { id: alone }, body })
    await bulk([among], { kind: 'close', ...body })
    for (const id of [alone, among])
      expect(await read(id)).toMatchObject({ status: { type: 'hired' }, disposition: { kind: 'hired' } })
  })

  it('of several is refused to who may edit them but not close them', async () => {
    const id = await apply('Open')
    const closed = await apply('Closed')
    await bulk([closed], { kind: 'close', disposition: 'unreachable' })
    const colleague = await server.addUser(workspaceId, 'recruiter')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['applications:close', 'applications:delete'] })
      .where('id', '=', colleague.id)
      .execute()
    const as = await server.signIn(colleague)
    expect((await bulk([id], { kind: 'tag', add: ['a'], remove: [] }, as)).status).toBe(200)
    for (const [of, action] of [
      [id, { kind: 'close', disposition: 'unreachable' }],
      [closed, { kind: 'reopen' }],
      [id, { kind: 'delete' }],
    ] as const)
      expect([action.kind, (await bulk([of], action, as)).status]).toEqual([action.kind, 403])
  })

  it('brings back to the first open status when the one it was closed from is deleted', async () => {
    const former = await addStatus('qualified', { ordinal: 99 })
    const [alone, among] = [await apply('Alone'), await apply('Among')]
    await bulk([alone, among], { kind: 'move', toStatusId: former })
    await bulk([alone, among], { kind: 'close', disposition: 'unreachable' })
    await sql`update statuses set deleted_at = now() where id = ${former}`.execute(server.db)
    await addStatus('lead', { deleted_at: sql`now()` })
    await server.call(reopenApplication, { as: recruiter, params: { id: alone }, body: {} })
    await bulk([among], { kind: 'reopen' })
    for (const id of [alone, among]) expect((await read(id)).status.id).toBe(position.statuses.lead)
  })

  it('of several leaves out and names those that are open', async () => {
    const [open, closed] = [await apply('Open'), await apply('Closed')]
    await bulk([closed], { kind: 'close', disposition: 'unreachable' })
    const { body } = await bulk([open, closed], { kind: 'reopen' })
    expect(body).toMatchObject({ changed: 1, refused: [{ applicationId: open, code: 'CONFLICT' }] })
  })

  it('is no way to move an application that is open', async () => {
    const id = await apply('Open')
    const body = { toStatusId: position.statuses.qualified }
    const { status } = await server.call(reopenApplication, { as: recruiter, params: { id }, body })
    expect([status, (await read(id)).status.type]).toEqual([409, 'lead'])
  })

  it('keeps the note of the closing', async () => {
    const id = await apply('Noted')
    const body = { disposition: 'unreachable' as const, note: 'Three voicemails' }
    await server.call(closeApplication, { as: recruiter, params: { id }, body })
    const { note, decided_by: by } = await server.db
      .selectFrom('dispositions')
      .where('application_id', '=', id)
      .select(['note', 'decided_by'])
      .executeTakeFirstOrThrow()
    expect([note, by]).toEqual(['Three voicemails', recruiter.id])
  })
})

it('deleting several names those that were not there, and tells browsers of the others', async () => {
  const [id, gone] = [await apply('Deleted'), await apply('Deleted Before')]
  await bulk([gone], { kind: 'delete' })
  const announced = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from live_events
      where event ->> 'kind' = 'applications-changed' and event -> 'applicationIds' ? ${id}
    `.execute(server.db)
    return rows[0]!.count
  }
  const before = await announced()
  const { body } = await bulk([id, gone], { kind: 'delete' })
  expect(body).toMatchObject({ changed: 1, refused: [{ applicationId: gone, code: 'NOT_FOUND' }] })
  expect(await announced()).toBe(before + 1)
})

it('a deleted application is restored though the candidate has a closed one on the position', async () => {
  const id = await apply('Deleted First')
  const { candidate } = await read(id)
  await bulk([id], { kind: 'delete' })
  const again = { positionId: position.id, candidateId: candidate.id }
  const other = (await server.call(createApplication, { as: recruiter, body: again })).body.id
  await bulk([other], { kind: 'close', disposition: 'unreachable' })
  expect((await bulk([id], { kind: 'restore' })).body).toMatchObject({ changed: 1, refused: [] })
})

it('an undone restoring is refused to who may not delete', async () => {
  const id = await apply('Restored')
  await bulk([id], { kind: 'delete' })
  const { body } = await bulk([id], { kind: 'restore' })
  await server.db
    .updateTable('users')
    .set({ revoked_permissions: ['applications:delete'] })
    .where('id', '=', recruiter.id)
    .execute()
  recruiter = await server.signIn(recruiter)
  const undone = await server.call(undoBatch, { as: recruiter, body: { batchId: body.batchId! } })
  expect(undone.body).toMatchObject({ changed: 0, refused: [{ applicationId: id, code: 'FORBIDDEN' }] })
})

it('an undone move out of a status with a time limit is due as it was, and one to a closed status never', async () => {
  await sql`update statuses set sla_days = 3 where position_id = ${position.id}`.execute(server.db)
  const id = await apply('Back Again')
  const { due_at: due } = await server.db
    .selectFrom('applications')
    .where('id', '=', id)
    .select('due_at')
    .executeTakeFirstOrThrow()
  const { body } = await bulk([id], { kind: 'move', toStatusType: 'qualified' })
  await server.call(undoBatch, { as: recruiter, body: { batchId: body.batchId! } })
  expect((await read(id)).dueAt).toBe(due)
})

it('the filters by call queue and by voice campaign find who was called there, each by its own', async () => {
  const agentId = newId()
  const agent = { workspace_id: workspaceId, id: agentId, name: 'Nova', kind: 'voice' }
  await server.db.insertInto('agents').values(agent).execute()
  const [queueId, campaignId] = [newId(), newId()]
  await server.db
    .insertInto('call_queues')
    .values({
      ...{ workspace_id: workspaceId, id: queueId, name: 'Mornings', order: 'newest' },
      ...{ call_from: 540, call_to: 1140, weekdays: [1], max_tries: 5, tries_per_day: 2, hours_between: 3 },
      created_by: recruiter.id,
    })
    .execute()
  await server.db
    .insertInto('voice_campaigns')
    .values({
      ...{ workspace_id: workspaceId, id: campaignId, name: 'Spring', queue_id: queueId, agent_id: agentId },
      ...{ max_concurrent: 5, currency: 'USD', only_with_consent: true, created_by: recruiter.id },
    })
    .execute()
  const ids = { queue: await apply('Queue'), campaign: await apply('Campaign'), none: await apply('None') }
  for (const [name, more] of [
    ['queue', { queue_id: queueId }],
    ['campaign', { campaign_id: campaignId }],
    ['none', {}],
  ] as const) {
    const { candidate } = await read(ids[name])
    await server.db
      .insertInto('calls')
      .values({
        ...{ workspace_id: workspaceId, id: newId(), application_id: ids[name], candidate_id: candidate.id },
        ...{
          agent_id: agentId,
          direction: 'outbound',
          lifecycle: 'ended',
          started_at: '2026-03-02T10:00:00.000Z',
          ...more,
        },
      })
      .execute()
  }
  const found = async (query: object) => {
    const { body } = await server.call(listApplications, { as: recruiter, query })
    return [body.items.map(({ id }) => id), body.total.value]
  }
  expect(await found({ queueId })).toEqual([[ids.queue], 1])
  expect(await found({ campaignId })).toEqual([[ids.campaign], 1])
  expect(await found({ queueId: campaignId })).toEqual([[], 0])
})
