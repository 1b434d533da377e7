import * as contract from '@muster/contract/dispositions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

async function names(party: contract.Party) {
  const { body } = await server.call(contract.listReasons, { as: admin })
  return body.items.filter((item) => item.party === party).map((item) => item.name)
}

function add(name: string, party: contract.Party = 'us') {
  return server.call(contract.createReason, { as: admin, body: { party, name } })
}

describe('listReasons', () => {
  it('starts with the default reasons, by party', async () => {
    const { body } = await server.call(contract.listReasons, { as: admin })
    expect([...new Set(body.items.map((item) => item.party))]).toEqual(contract.partyKeys)
    for (const party of contract.partyKeys) expect(await names(party)).toEqual(contract.defaultReasons[party])
  })
})

describe('createReason', () => {
  it("adds at the end of its party's list", async () => {
    const { status, body } = await add('Moved abroad', 'candidate')
    expect(status).toBe(201)
    expect(body).toMatchObject({ party: 'candidate', name: 'Moved abroad', hidden: false })
    expect((await names('candidate')).at(-1)).toBe('Moved abroad')
  })

  it('refuses a name that the party already has, ignoring case', async () => {
    expect((await add('LANGUAGE')).status).toBe(409)
    expect((await add('Language', 'candidate')).status).toBe(201)
  })
})

describe('updateReason', () => {
  it('renames, hides and shows again', async () => {
    const { body: reason } = await add('To be renamed')
    const change = async (body: object) =>
      (await server.call(contract.updateReason, { as: admin, params: { id: reason.id }, body })).body
    expect(await change({ name: 'Renamed', hidden: true })).toMatchObject({ name: 'Renamed', hidden: true })
    expect(await change({ hidden: false })).toMatchObject({ name: 'Renamed', hidden: false })
    expect(await change({})).toMatchObject({ name: 'Renamed', hidden: false })
  })

  it('refuses a name that the party already has', async () => {
    const { body: reason } = await add('Nearly')
    const params = { id: reason.id }
    const { status } = await server.call(contract.updateReason, {
      as: admin,
      params,
      body: { name: 'other' },
    })
    expect(status).toBe(409)
  })
})
