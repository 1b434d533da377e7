import { createApplication } from '@muster/contract/applications.ts'
import * as contract from '@muster/contract/calls.ts'
import type { CallOf } from '@muster/contract/endpoint.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser
let here: TestPosition
let there: TestPosition

type Ended = { lifecycle?: string; endReason?: string; direction?: string; at?: string }

async function apply(position: TestPosition, more: { ownerId?: string; source?: string } = {}) {
  const { body } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId: position.id, candidate: { name: 'Ana Ortiz' }, ownerId: null, ...more },
  })
  return body.id
}

async function addCall(applicationId: string | null, ended: Ended = {}) {
  const id = newId()
  await server.db
    .insertInto('calls')
    .values({
      workspace_id: workspaceId,
      id,
      application_id: applicationId,
      lifecycle: ended.lifecycle ?? 'completed',
      end_reason: ended.endReason ?? null,
      direction: ended.direction ?? 'outbound',
      started_at: ended.at ?? '2026-01-05T10:00:00Z',
    })
    .execute()
  return id
}

async function found(query: CallOf<typeof contract.listCalls>['query'], as = recruiter) {
  const { body } = await server.call(contract.listCalls, { as, query })
  expect(body.total).toEqual({ value: body.items.length, atLeast: false })
  return body.items.map(({ id }) => id).sort()
}

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  here = await addPosition(server.db, workspaceId)
  there = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

describe('listCalls', () => {
  it('finds calls by the position, owner and source of their application', async () => {
    const own = await apply(here, { ownerId: recruiter.id, source: 'Indeed' })
    const other = await apply(there, { source: 'Walk-in, Main St' })
    const [about, aboutOther] = [await addCall(own), await addCall(other)]
    await addCall(null)
    expect(await found({ positionId: here.id })).toEqual([about])
    expect(await found({ positionId: [here.id, there.id] })).toEqual([about, aboutOther].sort())
    expect(await found({ ownerId: 'me' })).toEqual([about])
    expect(await found({ ownerId: 'none' })).toEqual([aboutOther])
    expect(await found({ source: 'Walk-in, Main St' })).toEqual([aboutOther])
    expect(await found({ positionId: here.id, source: 'Walk-in, Main St' })).toEqual([])
  })

  it('finds calls by the company of their position', async () => {
    const position = await addPosition(server.db, workspaceId)
    const { company_id } = await server.db
      .selectFrom('positions')
      .where('id', '=', position.id)
      .select('company_id')
      .executeTakeFirstOrThrow()
    const call = await addCall(await apply(position))
    expect(await found({ companyId: company_id, positionId: position.id })).toEqual([call])
  })

  it('distinguishes placed, answered and conversations as the rates do', async () => {
    const applicationId = await apply(here)
    const spoken = await addCall(applicationId, { endReason: 'human_conversation' })
    const mailbox = await addCall(applicationId, { endReason: 'voicemail' })
    const missed = await addCall(applicationId, { lifecycle: 'no_answer', endReason: 'no_answer' })
    const going = await addCall(applicationId, { lifecycle: 'in_progress' })
    const queued = await addCall(applicationId, { lifecycle: 'queued' })
    const inbound = await addCall(applicationId, { endReason: 'transferred', direction: 'inbound' })
    expect(await found({ applicationId, placed: 'true' })).toEqual([spoken, mailbox, missed, going].sort())
    expect(await found({ applicationId, answered: 'true' })).toEqual([spoken, mailbox, inbound].sort())
    expect(await found({ applicationId, answered: 'false' })).toEqual([missed, going, queued].sort())
    expect(await found({ applicationId, conversation: 'true', placed: 'true' })).toEqual([spoken])
    expect(await found({ applicationId, lifecycle: 'queued,in_progress' })).toEqual([going, queued].sort())
    expect(await found({ applicationId, endReason: 'none' })).toEqual([going, queued].sort())
    expect(await found({ applicationId, endReason: 'none,voicemail', placed: 'true' })).toEqual(
      [going, mailbox].sort(),
    )
    expect(await found({ applicationId, conversation: 'true', outcome: 'none' })).toEqual(
      [spoken, inbound].sort(),
    )
    expect(await found({ applicationId, agentId: 'none', direction: 'inbound' })).toEqual([inbound])
    expect(await found({ applicationId, direction: 'inbound' })).toEqual([inbound])
  })

  it('finds calls by weekday and hour in the requested time zone, including daylight saving time', async () => {
    const applicationId = await apply(here)
    const winter = await addCall(applicationId, { at: '2026-01-05T23:30:00Z' })
    const summer = await addCall(applicationId, { at: '2026-07-06T22:30:00Z' })
    const timezone = 'Europe/Oslo'
    expect(await found({ applicationId, timezone, weekday: '2', hour: '0' })).toEqual([winter, summer].sort())
    expect(await found({ applicationId, timezone: 'UTC', weekday: '1', hour: '22,23' })).toEqual(
      [winter, summer].sort(),
    )
    expect(await found({ applicationId, timezone, hour: ['23', '22'] })).toEqual([])
  })

  it('refuses an hour and a weekday that do not exist', async () => {
    for (const query of [{ hour: '24' }, { weekday: '0' }, { hour: '-1' }]) {
      const { status } = await server.call(contract.listCalls, { as: recruiter, query })
      expect(status).toBe(422)
    }
  })

  it('shows a coordinator nothing beyond their applications, whatever the filter', async () => {
    const coordinator = await server.addUser(workspaceId, 'coordinator')
    await addCall(await apply(here))
    expect(await found({ positionId: here.id }, coordinator)).toEqual([])
  })
})

describe('exportCalls', () => {
  it('exports the filtered calls, without contact data if the requester may not export it', async () => {
    const applicationId = await apply(here)
    await addCall(applicationId, { endReason: 'voicemail' })
    await addCall(applicationId, { lifecycle: 'busy', endReason: 'busy', direction: 'inbound' })
    const query = { positionId: here.id, endReason: 'busy' }
    const exported = async (as: TestUser) => {
      const url = addressOf(contract.exportCalls, {}, query)
      const headers = { authorization: `Bearer ${as.accessToken}` }
      const file = await (await fetch(`${server.url}${url}`, { headers })).text()
      return file.trim().split('\r\n')
    }
    const lines = await exported(recruiter)
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('Candidate,Position,Company,Agent')
    expect(lines[0]).toContain(',To,')
    expect(lines[1]).toContain('Ana Ortiz')
    expect(lines[1]).toContain(',Inbound,')
    expect((await exported(await server.addUser(workspaceId, 'viewer')))[0]).not.toContain(',To,')
  })
})
