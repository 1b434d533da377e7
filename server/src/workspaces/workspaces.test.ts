import { getCurrentUser } from '@muster/contract/users.ts'
import * as contract from '@muster/contract/workspace.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { loadWorkspace } from './present-workspace.ts'

let server: TestServer
let owner: TestUser

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
})

afterAll(() => server?.stop())

function change(body: object) {
  return server.call(contract.updateWorkspace, { as: owner, body })
}

describe('updateWorkspace', () => {
  it("changes the sent fields, from everyone's next request on", async () => {
    const { status, body } = await change({ name: 'Norvik Staffing', timezone: 'Europe/Oslo' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Norvik Staffing', timezone: 'Europe/Oslo', defaultCountry: 'US' })
    const { body: me } = await server.call(getCurrentUser, { as: owner })
    expect(me.workspace).toMatchObject({ timezone: 'Europe/Oslo' })
    expect((await server.call(contract.getWorkspace, { as: owner })).body).toEqual(body)
  })

  it('states whether the installation sends email', async () => {
    expect((await server.call(contract.getWorkspace, { as: owner })).body).toMatchObject({
      sendsEmail: false,
    })
    const mailing = await loadWorkspace(server.db, { smtpUrl: 'smtp://127.0.0.1:9' }, owner.workspaceId)
    expect(mailing.sendsEmail).toBe(true)
  })

  it('refuses a stale version', async () => {
    const { body } = await change({ name: 'Once' })
    expect((await change({ name: 'Twice', version: body.version })).status).toBe(200)
    expect((await change({ name: 'Thrice', version: body.version })).status).toBe(409)
  })

  it('no longer requires 2FA at the request of somebody who has none', async () => {
    const { status, body } = await change({ requireSecondFactor: false })
    expect([status, body.requireSecondFactor]).toEqual([200, false])
  })

  it.each([
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['timezone', { timezone: '+02:00' }],
    ['defaultCountry', { defaultCountry: 'ZZ' }],
    ['name', { name: ' ' }],
  ])('refuses an invalid %s: %j', async (field, body) => {
    const answer = await change(body)
    expect(answer.status).toBe(422)
    expect(answer.body.details).toHaveProperty(field)
  })
})
