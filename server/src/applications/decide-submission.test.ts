import {
  createApplication,
  decideSubmission,
  getApplication,
  listApplications,
} from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { listReasons } from '@muster/contract/dispositions.ts'
import { listNotifications } from '@muster/contract/notifications.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let recruiter: TestUser
let reviewer: TestUser
let position: TestPosition
let reasonId: string

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
  reviewer = await server.addUser(workspaceId, 'client_reviewer', { companyId: position.companyId })
  const { body } = await server.call(listReasons, { as: recruiter })
  reasonId = body.items.find((reason) => reason.party === 'company')!.id
})

afterAll(() => server?.stop())

async function submit(name: string, type: 'submitted' | 'qualified' | 'interview' = 'submitted') {
  const { body } = await server.call(createApplication, {
    as: recruiter,
    body: {
      positionId: position.id,
      candidate: { name },
      ownerId: recruiter.id,
      statusId: position.statuses.lead,
    },
  })
  await server.call(moveApplications, {
    as: recruiter,
    params: { id: position.id },
    body: { applicationIds: [body.id], toStatusId: position.statuses[type] },
  })
  return body.id
}

function decide(id: string, body: { decision: 'approve' | 'decline'; reasonId?: string }, as = reviewer) {
  return server.call(decideSubmission, { as, params: { id }, body })
}

describe('decideSubmission', () => {
  it('moves an approved candidate past submitted and notifies the owner', async () => {
    const id = await submit('Ana Ortiz')
    const { status, body } = await decide(id, { decision: 'approve' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: { type: 'interview' }, can: { decide: false } })
    const { body: notifications } = await server.call(listNotifications, { as: recruiter })
    expect(notifications.items[0]).toMatchObject({ kind: 'decided', applicationId: id })
    expect(notifications.items[0]!.text).toContain('approved Ana Ortiz')
  })

  it('closes a declined candidate as declined by the company, with its reason', async () => {
    const id = await submit('Ben Oduya')
    const { body } = await decide(id, { decision: 'decline', reasonId })
    expect(body.dispositionDetails).toMatchObject({
      kind: 'declined_by_company',
      reason: { id: reasonId },
      decidedBy: { id: reviewer.id },
    })
  })

  it('requires a company reason to decline', async () => {
    const id = await submit('Cleo Marsh')
    expect((await decide(id, { decision: 'decline' })).status).toBe(422)
    const { body: reasons } = await server.call(listReasons, { as: recruiter })
    const ours = reasons.items.find((reason) => reason.party === 'us')!.id
    expect((await decide(id, { decision: 'decline', reasonId: ours })).status).toBe(422)
  })

  it("is limited to applications that wait for the company's decision", async () => {
    const inInterview = await submit('Dan Wu', 'interview')
    expect((await decide(inInterview, { decision: 'approve' })).status).toBe(409)
    const notYet = await submit('Eva Lind', 'qualified')
    expect((await decide(notYet, { decision: 'approve' })).status).toBe(404)
  })

  it('counts once when two reviewers decide at the same time', async () => {
    const id = await submit('Finn Falk')
    const answers = await Promise.all([
      decide(id, { decision: 'approve' }),
      decide(id, { decision: 'decline', reasonId }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is refused to those who may not decide, and hides candidates of other companies', async () => {
    const id = await submit('Gus Berg')
    expect((await decide(id, { decision: 'approve' }, recruiter)).status).toBe(403)
    const other = await addPosition(server.db, reviewer.workspaceId)
    const stranger = await server.addUser(reviewer.workspaceId, 'client_reviewer', {
      companyId: other.companyId,
    })
    expect((await decide(id, { decision: 'approve' }, stranger)).status).toBe(404)
    const { body } = await server.call(getApplication, { as: reviewer, params: { id } })
    expect(body.can).toMatchObject({ decide: true, move: false, close: false })
    expect(body.candidate).toMatchObject({ email: null, phone: null })
  })

  it('keeps declined candidates visible to the company', async () => {
    const { body } = await server.call(listApplications, {
      as: reviewer,
      query: { disposition: 'declined_by_company' },
    })
    expect(body.items.map(({ candidate }) => candidate.name)).toContain('Ben Oduya')
  })
})
