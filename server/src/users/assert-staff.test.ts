import { createAgent } from '@muster/contract/agents.ts'
import { bulkApplications } from '@muster/contract/application-selection.ts'
import { createApplication, getApplication, updateApplication } from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { setGoal } from '@muster/contract/goals.ts'
import { deleteUser, setUserStatus } from '@muster/contract/manage-users.ts'
import { copyPosition, createPosition, updatePosition } from '@muster/contract/positions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let owner: TestUser
let position: TestPosition
let applicationId: string
const users = {} as Record<'reviewer' | 'suspended' | 'deleted' | 'stranger' | 'active', TestUser>

const apply = (ownerId?: string) =>
  server.call(createApplication, {
    as: owner,
    body: { positionId: position.id, candidate: { name: 'Zed Zimmer' }, ownerId },
  })

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  owner = await server.addUser(workspaceId, 'owner')
  position = await addPosition(server.db, workspaceId)
  users.active = await server.addUser(workspaceId, 'recruiter')
  users.reviewer = await server.addUser(workspaceId, 'client_reviewer', {
    name: 'Rita Reviewer',
    companyId: position.companyId,
  })
  users.suspended = await server.addUser(workspaceId, 'recruiter', { name: 'Sam Suspended' })
  users.deleted = await server.addUser(workspaceId, 'recruiter', { name: 'Dee Deleted' })
  users.stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
  const { id } = users.suspended
  await server.call(setUserStatus, { as: owner, params: { id }, body: { status: 'suspended' } })
  await server.call(deleteUser, { as: owner, params: { id: users.deleted.id } })
  applicationId = (await apply()).body.id
})

afterAll(() => server?.stop())

type Give = (userId: string) => Promise<{ status: number; body: unknown }>

const ways: Record<string, { field: string; give: Give }> = {
  'a new application': { field: 'ownerId', give: (ownerId) => apply(ownerId) },
  'an application': {
    field: 'ownerId',
    give: (ownerId) =>
      server.call(updateApplication, { as: owner, params: { id: applicationId }, body: { ownerId } }),
  },
  'several applications': {
    field: 'ownerId',
    give: (ownerId) =>
      server.call(bulkApplications, {
        as: owner,
        body: { applicationIds: [applicationId], action: { kind: 'assign', ownerId } },
      }),
  },
  'a moved card': {
    field: 'ownerId',
    give: (ownerId) =>
      server.call(moveApplications, {
        as: owner,
        params: { id: position.id },
        body: { applicationIds: [applicationId], toStatusId: position.statuses.lead!, ownerId },
      }),
  },
  'a new position': {
    field: 'ownerId',
    give: (ownerId) =>
      server.call(createPosition, {
        as: owner,
        body: { name: 'Night driver', companyId: position.companyId, ownerId },
      }),
  },
  'the management of a position': {
    field: 'hiringManagerId',
    give: (hiringManagerId) =>
      server.call(updatePosition, { as: owner, params: { id: position.id }, body: { hiringManagerId } }),
  },
  'an agent': {
    field: 'userId',
    give: (userId) =>
      server.call(createAgent, { as: owner, body: { name: 'Line 1', kind: 'human', userId } }),
  },
  'a goal': {
    field: 'ownerId',
    give: (ownerId) =>
      server.call(setGoal, {
        as: owner,
        body: { ownerId, measure: 'submitted', period: 'month', target: 5 },
      }),
  },
}

describe.each(Object.entries(ways))('%s', (_, { field, give }) => {
  it.each([
    ['reviewer', 'Rita Reviewer works for a client. Choose someone on your team.'],
    ['suspended', 'Sam Suspended is suspended. Choose an active user.'],
    ['deleted', 'Dee Deleted was removed. Choose an active user.'],
    ['stranger', 'User not found'],
  ] as const)('is not given to a user who is %s', async (who, message) => {
    expect(await give(users[who].id)).toMatchObject({
      status: 422,
      body: { details: { [field]: [message] } },
    })
  })

  it('is given to an active user', async () => {
    expect((await give(users.active.id)).status).toBeLessThan(300)
  })
})

it('a copied position keeps only the people who still work here', async () => {
  await server.db
    .updateTable('positions')
    .set({ owner_id: users.reviewer.id, hiring_manager_id: users.active.id })
    .where('id', '=', position.id)
    .execute()
  const { body } = await server.call(copyPosition, { as: owner, params: { id: position.id } })
  expect([body.owner, body.hiringManager?.id]).toEqual([null, users.active.id])
})

it('an application that a reviewer owns already is shown with them', async () => {
  await server.db
    .updateTable('applications')
    .set({ owner_id: users.reviewer.id })
    .where('id', '=', applicationId)
    .execute()
  const { body } = await server.call(getApplication, { as: owner, params: { id: applicationId } })
  expect(body.owner?.name).toBe('Rita Reviewer')
})
