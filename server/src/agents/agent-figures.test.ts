import * as contract from '@muster/contract/agents.ts'
import { createApplication, deleteApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { listCalls } from '@muster/contract/calls.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'admin')
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

async function addAgent(name: string): Promise<string> {
  const { body } = await server.call(contract.createAgent, { as: recruiter, body: { name, kind: 'voice' } })
  return body.id
}

async function apply(): Promise<string> {
  const { body } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId: position.id, candidate: { name: 'Ana Ortiz' } },
  })
  return body.id
}

async function addCall(
  agentId: string,
  applicationId: string | null,
  more: { lifecycle?: string; endReason?: string | null; hoursAgo?: number } = {},
) {
  const { lifecycle = 'completed', endReason = 'human_conversation', hoursAgo = 1 } = more
  await server.db
    .insertInto('calls')
    .values({
      workspace_id: workspaceId,
      id: newId(),
      agent_id: agentId,
      application_id: applicationId,
      lifecycle,
      end_reason: endReason,
      started_at: sql<string>`now() - make_interval(mins => ${Math.round(hoursAgo * 60)})`,
    })
    .execute()
}

async function move(applicationId: string, type: string) {
  const { id } = await server.db
    .selectFrom('statuses')
    .where('position_id', '=', position.id)
    .where('type', '=', type)
    .select('id')
    .executeTakeFirstOrThrow()
  const { status } = await server.call(moveApplications, {
    as: recruiter,
    params: { id: position.id },
    body: { applicationIds: [applicationId], toStatusId: id },
  })
  expect(status).toBe(200)
}

async function agentOf(id: string) {
  return (await server.call(contract.getAgent, { as: recruiter, params: { id } })).body
}

async function total(query: CallOf<typeof listCalls>['query']) {
  return (await server.call(listCalls, { as: recruiter, query })).body.total.value
}

/** The figures of the file, which reads the calls, not the sums. */
async function exported(id: string) {
  const query = { columns: 'id,activeCalls,callsToday,placed,answered,spokenWith,converted' }
  const url = addressOf(contract.exportAgents, {}, query)
  const headers = { authorization: `Bearer ${recruiter.accessToken}` }
  const file = await (await fetch(server.url + url, { headers })).text()
  const [, active, today, placed, answered, spokenWith, converted] =
    file
      .split('\r\n')
      .map((line) => line.split(','))
      .find(([first]) => first === id)
      ?.map(Number) ?? []
  return {
    activeCalls: active,
    callsToday: today,
    connection: { placed, answered },
    conversion: { spokenWith, converted },
  }
}

describe('the figures of an agent', () => {
  it('count as converted whom it spoke with before they came to qualified', async () => {
    const nova = await addAgent('Nova')
    const [later, before, never, back] = [await apply(), await apply(), await apply(), await apply()]
    await move(before, 'qualified')
    for (const applicationId of [later, later, never, back]) await addCall(nova, applicationId)
    await addCall(nova, before, { hoursAgo: 0 })
    await addCall(nova, await apply(), { endReason: 'voicemail' })
    await move(later, 'submitted')
    await move(before, 'submitted')
    await move(never, 'contacted')
    await move(back, 'qualified')
    await server.db
      .updateTable('activity_logs')
      .set({ reverted_at: sql`now()` })
      .where('application_id', '=', back)
      .where('to_type', '=', 'qualified')
      .execute()
    const agent = await agentOf(nova)
    expect(agent.conversion).toEqual({ converted: 1, spokenWith: 4 })
    expect(agent).toMatchObject(await exported(nova))
  })

  it('are of each agent alone', async () => {
    const [juno, kai] = [await addAgent('Juno'), await addAgent('Kai')]
    const applicationId = await apply()
    await addCall(juno, applicationId)
    await addCall(kai, applicationId, { endReason: 'no_answer', lifecycle: 'no_answer' })
    await move(applicationId, 'qualified')
    expect(await agentOf(juno)).toMatchObject({
      connection: { answered: 1, placed: 1 },
      conversion: { converted: 1, spokenWith: 1 },
    })
    expect(await agentOf(kai)).toMatchObject({
      connection: { answered: 0, placed: 1 },
      conversion: { converted: 0, spokenWith: 0 },
    })
  })

  it('are as many as the calls behind them, deleted applications left out', async () => {
    const agentId = await addAgent('Lumen')
    const [kept, gone] = [await apply(), await apply()]
    for (const applicationId of [kept, gone, null]) {
      await addCall(agentId, applicationId)
      await addCall(agentId, applicationId, { endReason: 'voicemail', hoursAgo: 30 })
      await addCall(agentId, applicationId, { endReason: 'busy', lifecycle: 'busy', hoursAgo: 50 })
      await addCall(agentId, applicationId, { endReason: null, lifecycle: 'in_progress', hoursAgo: 0 })
    }
    await server.call(deleteApplication, { as: recruiter, params: { id: gone } })
    const { figures, ...agent } = await agentOf(agentId)
    const during = { agentId, startedFrom: figures.ratesFrom, startedTo: figures.at }
    expect(agent).toMatchObject({ connection: { placed: 8, answered: 4 }, activeCalls: 2 })
    expect(await total({ ...during, placed: 'true' })).toBe(agent.connection.placed)
    expect(await total({ ...during, placed: 'true', answered: 'true' })).toBe(agent.connection.answered)
    expect(await total({ agentId, startedFrom: figures.todayFrom, startedTo: figures.at })).toBe(
      agent.callsToday,
    )
    expect(agent).toMatchObject(await exported(agentId))
    const active = { lifecycle: 'queued,ringing,in_progress', startedFrom: figures.loadFrom }
    expect(await total({ agentId, ...active })).toBe(agent.activeCalls)
  })

  it('open for those who see all calls', async () => {
    const id = await addAgent('Seen')
    const seen = async (as: TestUser) =>
      (await server.call(contract.getAgent, { as, params: { id } })).body.can.openCalls
    expect(await seen(recruiter)).toBe(true)
    expect(await seen(await server.addUser(workspaceId, 'coordinator'))).toBe(false)
  })
})
