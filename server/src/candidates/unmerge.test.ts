import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { closeApplication, createApplication, reopenApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import { mergeCandidates, unmergeCandidates } from '@muster/contract/candidate-merges.ts'
import * as contract from '@muster/contract/candidates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  position = await addPosition(server.db, workspaceId, { slaDays: 3 })
})

afterAll(() => server?.stop())

async function add(name: string): Promise<string> {
  const { status, body } = await server.call(contract.createCandidate, { as: admin, body: { name } })
  expect(status).toBe(201)
  return body.id
}

/** Adds an application with a callback, created two days ago. */
async function apply(candidateId: string, to = position): Promise<string> {
  const { status, body } = await server.call(createApplication, {
    as: admin,
    body: { candidateId, positionId: to.id },
  })
  expect(status).toBe(201)
  await server.db
    .updateTable('applications')
    .set({
      entered_status_at: sql`now() - interval '2 days'`,
      due_at: sql`now() + interval '1 day'`,
      callback_at: '2030-01-07T15:30:00.000Z',
    })
    .where('id', '=', body.id)
    .execute()
  return body.id
}

async function call(candidateId: string): Promise<string> {
  const id = newId()
  await server.db
    .insertInto('calls')
    .values({
      workspace_id: workspaceId,
      id,
      candidate_id: candidateId,
      direction: 'outbound',
      lifecycle: 'completed',
      started_at: sql`now()`,
    })
    .execute()
  return id
}

async function merge(survivorId: string, mergedId: string, keepApplicationIds: string[] = []) {
  const versionOf = async (id: string) =>
    (await server.call(contract.getCandidate, { as: admin, params: { id } })).body.version
  const { status, body } = await server.call(mergeCandidates, {
    as: admin,
    params: { id: survivorId },
    body: {
      mergedId,
      version: await versionOf(survivorId),
      mergedVersion: await versionOf(mergedId),
      keepApplicationIds,
    },
  })
  expect(status).toBe(200)
  return body.merge.id
}

async function unmerge(id: string, mergeId: string) {
  const { status, body } = await server.call(unmergeCandidates, {
    as: admin,
    params: { id, mergeId },
  })
  expect(status).toBe(200)
  return body.merge.kept
}

const rowOf = (id: string) =>
  server.db.selectFrom('applications').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

const callerOf = async (id: string) =>
  (await server.db.selectFrom('calls').where('id', '=', id).select('candidate_id').executeTakeFirstOrThrow())
    .candidate_id

describe('after a merge was undone, a call', () => {
  it('without an application returns to its candidate', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const [first, second] = [await call(one), await call(two)]
    await unmerge(one, await merge(one, two))
    expect([await callerOf(first), await callerOf(second)]).toEqual([one, two])
  })

  it('made meanwhile on a returned application moves with it', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const application = await apply(two)
    const mergeId = await merge(one, two)
    const { body } = await server.call(logCall, {
      as: admin,
      body: { applicationId: application, endReason: 'no_answer' },
    })
    expect(await callerOf(body.id)).toBe(one)
    await unmerge(one, mergeId)
    expect(await callerOf(body.id)).toBe(two)
  })

  it('made meanwhile to the survivor stays with them', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const own = await apply(one)
    const mergeId = await merge(one, two)
    const { body } = await server.call(logCall, {
      as: admin,
      body: { applicationId: own, endReason: 'no_answer' },
    })
    const loose = await call(one)
    await unmerge(one, mergeId)
    expect([await callerOf(body.id), await callerOf(loose)]).toEqual([one, one])
  })
})

describe('after a merge was undone, an application that it closed as a duplicate', () => {
  it('is open in its former place, with its times, due date and callback', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const [kept, closed] = [await apply(one), await apply(two)]
    const before = await rowOf(closed)
    const mergeId = await merge(one, two, [kept])
    expect(await rowOf(closed)).toMatchObject({ disposition: 'duplicate', due_at: null, callback_at: null })
    expect(await unmerge(one, mergeId)).toEqual([])
    const { version, updated_at, changed_at, last_activity_at, ...same } = before
    expect(await rowOf(closed)).toMatchObject(same)
    const dispositions = await server.db
      .selectFrom('dispositions')
      .where('application_id', '=', closed)
      .select('kind')
      .execute()
    expect(dispositions).toEqual([])
  })

  it('goes to the top if another application has its place now', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const [kept, closed] = [await apply(one), await apply(two)]
    const { rank } = await rowOf(closed)
    const mergeId = await merge(one, two, [kept])
    const other = await apply(await add('Three'))
    await server.db.updateTable('applications').set({ rank }).where('id', '=', other).execute()
    await unmerge(one, mergeId)
    expect((await rowOf(closed)).rank < rank).toBe(true)
  })

  it('stays closed if the candidate applied again on the position', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const [kept, closed] = [await apply(one), await apply(two)]
    const mergeId = await merge(one, two, [kept])
    await server.db
      .updateTable('applications')
      .set({ candidate_id: two })
      .where('id', '=', await apply(await add('Three')))
      .execute()
    expect(await unmerge(one, mergeId)).toMatchObject([{ kind: 'application', key: closed }])
    expect((await rowOf(closed)).disposition).toBe('duplicate')
  })

  it('keeps its status if somebody reopened and moved it', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const [kept, closed] = [await apply(one), await apply(two)]
    const mergeId = await merge(one, two, [kept])
    // Close the other one first: a candidate has at most one open application on a position.
    await server.call(moveApplications, {
      as: admin,
      params: { id: position.id },
      body: {
        applicationIds: [kept],
        toStatusId: position.statuses.closed,
        close: { disposition: 'withdrawn' },
      },
    })
    expect((await server.call(reopenApplication, { as: admin, params: { id: closed } })).status).toBe(200)
    await server.call(moveApplications, {
      as: admin,
      params: { id: position.id },
      body: { applicationIds: [closed], toStatusId: position.statuses.qualified },
    })
    expect(await unmerge(one, mergeId)).toMatchObject([{ kind: 'application', key: closed }])
    expect((await rowOf(closed)).status_id).toBe(position.statuses.qualified)
  })

  it('stays closed if somebody reopened it and closed it as a duplicate again', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const [kept, closed] = [await apply(one), await apply(two)]
    const mergeId = await merge(one, two, [kept])
    const close = (id: string, disposition: 'withdrawn' | 'duplicate') =>
      server.call(closeApplication, { as: admin, params: { id }, body: { disposition } })
    expect((await close(kept, 'withdrawn')).status).toBe(200)
    expect((await server.call(reopenApplication, { as: admin, params: { id: closed } })).status).toBe(200)
    expect((await close(closed, 'duplicate')).status).toBe(200)
    const { status_id, closed_at, disposition } = await rowOf(closed)
    expect(await unmerge(one, mergeId)).toMatchObject([{ kind: 'application', key: closed }])
    expect(await rowOf(closed)).toMatchObject({ status_id, closed_at, disposition, candidate_id: two })
  })

  it('keeps its place and its new callback if somebody reopened it', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const [kept, closed] = [await apply(one), await apply(two)]
    const mergeId = await merge(one, two, [kept])
    await server.call(closeApplication, {
      as: admin,
      params: { id: kept },
      body: { disposition: 'withdrawn' },
    })
    await server.call(reopenApplication, { as: admin, params: { id: closed } })
    const callback = '2031-03-04T09:00:00.000Z'
    await server.db
      .updateTable('applications')
      .set({ callback_at: callback })
      .where('id', '=', closed)
      .execute()
    expect(await unmerge(one, mergeId)).toMatchObject([{ kind: 'application', key: closed }])
    expect(await rowOf(closed)).toMatchObject({ callback_at: callback, closed_at: null, candidate_id: two })
  })

  it('stays closed if its column was deleted', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const [kept, closed] = [await apply(one), await apply(two)]
    const mergeId = await merge(one, two, [kept])
    await server.call(moveApplications, {
      as: admin,
      params: { id: position.id },
      body: { applicationIds: [kept], toStatusId: position.statuses.contacted },
    })
    await server.db
      .updateTable('statuses')
      .set({ deleted_at: sql`now()` })
      .where('id', '=', position.statuses.lead)
      .execute()
    expect(await unmerge(one, mergeId)).toMatchObject([{ kind: 'application', key: closed }])
    expect((await rowOf(closed)).disposition).toBe('duplicate')
  })

  it('shows this in its history, with the closing reverted', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const [kept, closed] = [await apply(one), await apply(two)]
    await unmerge(one, await merge(one, two, [kept]))
    const { body } = await server.call(listActivityLogs, { as: admin, params: { id: closed } })
    const told = (kind: string) => body.items.filter((entry) => entry.kind === kind)
    expect(told('reverted')).toHaveLength(1)
    expect(told('disposition').map(({ revertedAt }) => revertedAt !== null)).toEqual([true])
  })
})

describe('after a merge was undone, the candidates', () => {
  it('have their own applications again, including one moved meanwhile', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    const other = await addPosition(server.db, workspaceId)
    const [first, second] = [await apply(one), await apply(two, other)]
    const mergeId = await merge(one, two)
    await server.call(moveApplications, {
      as: admin,
      params: { id: other.id },
      body: { applicationIds: [second], toStatusId: other.statuses.qualified },
    })
    await unmerge(one, mergeId)
    expect([(await rowOf(first)).candidate_id, (await rowOf(second)).candidate_id]).toEqual([one, two])
    expect((await rowOf(second)).candidate_name).toBe('Two')
  })

  it('are found by their own contact data again', async () => {
    const [one, two] = [await add('One'), await add('Two')]
    for (const [id, email] of [
      [one, 'one@example.com'],
      [two, 'two@example.com'],
    ] as const)
      await server.call(contract.updateCandidate, { as: admin, params: { id }, body: { email } })
    const foundBy = async (email: string) =>
      (await server.call(contract.findDuplicateCandidates, { as: admin, query: { email } })).body.items.map(
        ({ id }) => id,
      )
    const mergeId = await merge(one, two)
    expect(await foundBy('two@example.com')).toEqual([one])
    await unmerge(one, mergeId)
    expect([await foundBy('one@example.com'), await foundBy('two@example.com')]).toEqual([[one], [two]])
    const left = await server.db
      .selectFrom('merged_contacts')
      .where('workspace_id', '=', workspaceId)
      .select('kind')
      .execute()
    expect(left).toEqual([])
  })
})
