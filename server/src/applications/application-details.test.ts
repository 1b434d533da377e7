import { undoBatch } from '@muster/contract/application-selection.ts'
import {
  createApplication,
  deleteApplication,
  getApplicantSummary,
  getApplication,
  updateApplication,
} from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { logCall } from '@muster/contract/calls.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let recruiter: TestUser
let viewer: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  recruiter = await server.addUser(workspaceId, 'recruiter', { name: 'Mats Keller' })
  viewer = await server.addUser(workspaceId, 'viewer')
  position = await addPosition(server.db, workspaceId)
})

afterAll(() => server?.stop())

async function apply(name: string): Promise<string> {
  const { body } = await server.call(createApplication, {
    as: recruiter,
    body: { positionId: position.id, candidate: { name } },
  })
  return body.id
}

async function details(id: string, as = recruiter) {
  return (await server.call(getApplication, { as, params: { id } })).body
}

async function move(id: string, toStatusId: string) {
  const { body } = await server.call(moveApplications, {
    as: recruiter,
    params: { id: position.id },
    body: { applicationIds: [id], toStatusId },
  })
  return body.batchId!
}

describe('getApplication', () => {
  it('returns the time in each status and ignores an undone move', async () => {
    const id = await apply('Ana Ortiz')
    const [first, second, third] = (await details(id)).statuses
    await move(id, second!.id)
    await move(id, first!.id)
    const batchId = await move(id, third!.id)
    await server.call(undoBatch, { as: recruiter, body: { batchId } })
    const { timeInStatus } = await details(id)
    expect(timeInStatus).toMatchObject([
      { statusId: first!.id, name: first!.name, entries: 2, enteredBy: 'Mats Keller' },
      { statusId: second!.id, name: second!.name, entries: 1, enteredBy: 'Mats Keller' },
    ])
  })

  it('has no negative time for an application that was created in the same transaction', async () => {
    const { body } = await server.call(createApplication, {
      as: recruiter,
      body: { positionId: position.id, candidate: { name: 'Nina Now' } },
    })
    expect(body.timeInStatus).toHaveLength(1)
    expect(body.timeInStatus[0]!.seconds).toBeGreaterThanOrEqual(0)
  })

  it('shows a deleted application only to those who may restore it', async () => {
    const id = await apply('Gone Soon')
    const admin = await server.addUser(recruiter.workspaceId, 'admin')
    await server.call(deleteApplication, { as: admin, params: { id } })
    expect((await details(id, admin)).deletedAt).not.toBeNull()
    const other = await server.call(getApplication, { as: viewer, params: { id } })
    expect(other.status).toBe(404)
  })
})

describe('appliedAt', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

  it('is refused in the future, when adding and when changing an application', async () => {
    const refusal = { details: { appliedAt: [expect.any(String)] } }
    const added = await server.call(createApplication, {
      as: recruiter,
      body: { positionId: position.id, candidate: { name: 'Uma Future' }, appliedAt: tomorrow },
    })
    expect([added.status, added.body]).toEqual([422, expect.objectContaining(refusal)])
    const id = await apply('Pia Present')
    const before = (await details(id)).appliedAt
    const change = (appliedAt: string) =>
      server.call(updateApplication, { as: recruiter, params: { id }, body: { appliedAt, tags: ['Night'] } })
    const changed = await change(tomorrow)
    expect([changed.status, changed.body]).toEqual([422, expect.objectContaining(refusal)])
    expect(await details(id)).toMatchObject({ appliedAt: before, tags: [] })
    expect((await change(new Date().toISOString())).status).toBe(200)
  })

  it('in the future does not block other changes of the application', async () => {
    const id = await apply('Leo Legacy')
    await server.db.updateTable('applications').set({ applied_at: tomorrow }).where('id', '=', id).execute()
    const { appliedAt } = await details(id)
    const body = { appliedAt, tags: ['Night'] }
    expect((await server.call(updateApplication, { as: recruiter, params: { id }, body })).status).toBe(200)
  })
})

describe('getApplicantSummary', () => {
  it("decides lateness by the database's clock", async () => {
    const id = await apply('Late Already')
    const late = async (dueAt: string) => {
      await server.db
        .updateTable('applications')
        .set({ due_at: sql`now() + ${dueAt}::interval` })
        .where('id', '=', id)
        .execute()
      const { body } = await server.call(getApplicantSummary, { as: recruiter, params: { id } })
      return [body.late, body.openTasks.map((task) => task.kind)]
    }
    expect(await late('-1 second')).toEqual([true, ['overdue']])
    expect(await late('1 minute')).toEqual([false, []])
  })

  it("describes the status in the requester's language", async () => {
    const id = await apply('Ana Ortiz')
    await server.call(logCall, { as: recruiter, body: { applicationId: id, endReason: 'no_answer' } })
    await server.call(logCall, { as: recruiter, body: { applicationId: id, endReason: 'no_answer' } })
    const { body } = await server.call(getApplicantSummary, {
      as: recruiter,
      params: { id },
      headers: { 'accept-language': 'de' },
    })
    const { position: applied, company, status } = body
    expect(body.paragraph).toMatch(
      new RegExp(
        `^Ana Ortiz hat sich bei ${company.name} auf ${applied.name} beworben\\. ` +
          `Seit weniger als einer Stunde in ${status.name}\\. ` +
          'Letzter Kontakt \\d{1,2}\\. \\S+ \\d{4}, \\d{1,2}:\\d\\d: Keine Antwort, 2 Versuche \\(2 Anrufe\\)\\. ' +
          'Nicht zugewiesen\\.$',
      ),
    )
    expect(body.lastContact!.result).toBe('No answer, 2 tries')
  })
})
