import * as contract from '@muster/contract/admin.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { createPosition } from '@muster/contract/positions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueMail } from '../mail/queue-mail.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let superadmin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  superadmin = await server.addUser((await server.addWorkspace()).workspaceId, 'superadmin')
})

afterAll(() => server?.stop())

describe('listWorkspaces', () => {
  it('lists every workspace of the installation with how much it holds', async () => {
    const { workspaceId } = await server.addWorkspace()
    const owner = await server.addUser(workspaceId, 'owner')
    const { body: company } = await server.call(createCompany, { as: owner, body: { name: 'Client' } })
    await server.call(createPosition, { as: owner, body: { name: 'Opening', companyId: company.id } })
    const { body } = await server.call(contract.listWorkspaces, { as: superadmin })
    expect(body.total.value).toBe(2)
    expect(body.items[0]).toMatchObject({ id: workspaceId, users: 1, positions: 1, applications: 0 })
  })
})

describe('listMails', () => {
  it('shows what waits to be sent, newest first', async () => {
    for (const subject of ['First', 'Second'])
      await queueMail(server.db, server.services, superadmin.workspaceId, {
        to: 'somebody@example.com',
        subject,
        text: `The ${subject}`,
      })
    const { body } = await server.call(contract.listMails, { as: superadmin, query: { q: 'somebody' } })
    expect(body.items).toMatchObject([
      { subject: 'Second', text: 'The Second', to: 'somebody@example.com', sentAt: null },
      { subject: 'First' },
    ])
  })
})
