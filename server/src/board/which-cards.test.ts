import { createApplication } from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/board.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let pipelineId: string
let recruiter: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  return () => server.stop()
})

beforeEach(async () => {
  ;({ workspaceId, pipelineId } = await server.addWorkspace())
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
})

async function apply(name: string, more: object = {}, to = position): Promise<string> {
  const body = { positionId: to.id, candidate: { name }, ...more }
  return (await server.call(createApplication, { as: recruiter, body })).body.id
}

type Query = Parameters<typeof server.call<typeof contract.getBoard>>[1] extends
  | { query?: infer Q }
  | undefined
  ? Q
  : never

async function cardsOf(board: string, { as = recruiter, query = {} as Query } = {}) {
  const { status, body } = await server.call(contract.getBoard, { as, params: { id: board }, query })
  expect(status).toBe(200)
  const cards = body.columns.flatMap((column) => column.cards.map((card) => card.candidate.name))
  const total = body.columns.reduce((sum, column) => sum + column.total.value, 0)
  return { cards, total }
}

describe('a pipeline board', () => {
  it('has the newest activity on top', async () => {
    const other = await addPosition(server.db, workspaceId)
    const ids = [await apply('Oldest'), await apply('Newest', {}, other), await apply('Middle')]
    for (const [index, days] of [3, 1, 2].entries())
      await sql`update applications set last_activity_at = now() - make_interval(days => ${days})
        where id = ${ids[index]}`.execute(server.db)
    expect((await cardsOf(pipelineId)).cards).toEqual(['Newest', 'Middle', 'Oldest'])
  })

  it('leaves out the applications of a deleted position', async () => {
    await apply('Stays')
    const gone = await addPosition(server.db, workspaceId)
    await apply('Goes with it', {}, gone)
    await sql`update positions set deleted_at = now() where id = ${gone.id}`.execute(server.db)
    expect(await cardsOf(pipelineId)).toEqual({ cards: ['Stays'], total: 1 })
  })

  it('moves a card to the status that its position has, not to one that was deleted', async () => {
    const id = await apply('Moves')
    const { stage_id: stageId } = await server.db
      .selectFrom('statuses')
      .where('id', '=', position.statuses.contacted)
      .select('stage_id')
      .executeTakeFirstOrThrow()
    await server.db
      .insertInto('statuses')
      .values({
        workspace_id: workspaceId,
        id: newId(),
        position_id: position.id,
        stage_id: stageId,
        name: 'Former',
        type: 'contacted',
        color: 'gray',
        ordinal: 0,
        deleted_at: sql`now()`,
      })
      .execute()
    const { status, body } = await server.call(contract.moveApplications, {
      as: recruiter,
      params: { id: pipelineId },
      body: { applicationIds: [id], toStatusId: stageId! },
    })
    expect([status, body.places?.[0]?.statusId]).toEqual([200, position.statuses.contacted])
  })

  it('does not exist for client reviewers, who may not see pipelines', async () => {
    const as = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
    const { status } = await server.call(contract.getBoard, { as, params: { id: pipelineId } })
    expect(status).toBe(404)
  })
})

it("a position's board does not exist once the position is deleted, nor in another workspace", async () => {
  const statusOf = async (as: TestUser) =>
    (await server.call(contract.getBoard, { as, params: { id: position.id } })).status
  const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
  expect([await statusOf(recruiter), await statusOf(stranger)]).toEqual([200, 404])
  await sql`update positions set deleted_at = now() where id = ${position.id}`.execute(server.db)
  expect(await statusOf(recruiter)).toBe(404)
})

it('shows and counts for a coordinator only the cards assigned to them', async () => {
  const as = await server.addUser(workspaceId, 'coordinator')
  await apply('Mine', { ownerId: as.id })
  await apply('Of a colleague', { ownerId: recruiter.id })
  await apply('Of nobody', { ownerId: null })
  for (const board of [position.id, pipelineId])
    expect(await cardsOf(board, { as })).toEqual({ cards: ['Mine'], total: 1 })
})

it('shows and counts only the cards that match each filter', async () => {
  await apply('Plain', { ownerId: null })
  const ids: Record<string, string> = {}
  const chosen = {
    owned: [{ ownerId: recruiter.id }, { ownerId: [recruiter.id] }],
    sourced: [{ source: 'Fair', ownerId: null }, { source: ['Fair'] }],
    tagged: [{ tags: ['nights'], ownerId: null }, { tag: ['nights'] }],
    overdue: [{ ownerId: null }, { late: true }],
    due: [{ ownerId: null }, { callbackDue: true }],
    called: [{ ownerId: null }, { neverContacted: false }],
    Wendell: [{ ownerId: null }, { q: 'Wendell' }],
  } as const
  for (const [name, [more]] of Object.entries(chosen)) ids[name] = await apply(name, more)
  await sql`update applications set due_at = now() - interval '1 hour' where id = ${ids.overdue}`.execute(
    server.db,
  )
  await sql`update applications set callback_at = now() - interval '1 hour' where id = ${ids.due}`.execute(
    server.db,
  )
  await sql`update applications set call_attempts = 2 where id = ${ids.called}`.execute(server.db)
  for (const [name, [, query]] of Object.entries(chosen))
    expect(await cardsOf(position.id, { query: query as Query })).toEqual({ cards: [name], total: 1 })
})
