import { createApiKey } from '@muster/contract/api-keys.ts'
import { createCandidate } from '@muster/contract/candidates.ts'
import { createCompany, listCompanies, updateCompany } from '@muster/contract/companies.ts'
import { cancelEmailChange, resendOwnConfirmation } from '@muster/contract/email-confirmation.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser
let key: string

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  key = `key-${newId()}`
})

afterAll(() => server?.stop())

const create = (as: TestUser, name = 'Only Once') =>
  server.call(createCompany, { as, headers: { 'idempotency-key': key }, body: { name } })

const namesOf = async (as: TestUser) =>
  (await server.call(listCompanies, { as })).body.items.map(({ name }) => name)

describe('an Idempotency-Key', () => {
  it('repeats the first response to the same user, with one effect', async () => {
    const first = await create(admin)
    const again = await create(admin)
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    expect(await namesOf(admin)).toEqual(['Only Once'])
  })

  it('that a colleague also chose shows neither what the other created', async () => {
    const colleague = await server.addUser(admin.workspaceId, 'admin')
    const person = (as: TestUser) =>
      server.call(createCandidate, {
        as,
        headers: { 'idempotency-key': key },
        body: { name: 'Two Of A Name', allowDuplicate: true },
      })
    const [mine, theirs] = [await person(admin), await person(colleague)]
    expect([mine.status, theirs.status]).toEqual([201, 201])
    expect(theirs.body.id).not.toBe(mine.body.id)
    expect((await person(admin)).body.id).toBe(mine.body.id)
    expect((await person(colleague)).body.id).toBe(theirs.body.id)
  })

  it('that somebody in another workspace also chose has an effect in each', async () => {
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const [mine, theirs] = [await create(admin), await create(stranger)]
    expect((await create(admin)).body.id).toBe(mine.body.id)
    expect((await create(stranger)).body.id).toBe(theirs.body.id)
    expect([await namesOf(admin), await namesOf(stranger)]).toEqual([['Only Once'], ['Only Once']])
  })

  it('is refused for another body, and for another endpoint with the same body', async () => {
    await create(admin)
    expect((await create(admin, 'Something Else')).status).toBe(422)
    const elsewhere = { as: admin, headers: { 'idempotency-key': key }, body: { name: 'Only Once' } }
    expect((await server.call(createCandidate, elsewhere)).status).toBe(422)
    expect(await namesOf(admin)).toEqual(['Only Once'])
  })

  it('is refused for another call to the same address, which takes no body either', async () => {
    await server.db
      .insertInto('email_claims')
      .values({
        workspace_id: admin.workspaceId,
        user_id: admin.id,
        email: `new-${admin.email}`,
        expires_at: '2099-01-01T00:00:00Z',
      })
      .execute()
    const call = { as: admin, headers: { 'idempotency-key': key } }
    expect((await server.call(cancelEmailChange, call)).status).toBeLessThan(300)
    expect((await server.call(resendOwnConfirmation, call)).status).toBe(422)
  })

  it('is refused for the same change to another row, which would seem changed and is not', async () => {
    const ids = await Promise.all(
      ['First', 'Second'].map(
        async (name) => (await server.call(createCompany, { as: admin, body: { name } })).body.id,
      ),
    )
    const change = (id: string) =>
      server.call(updateCompany, {
        as: admin,
        headers: { 'idempotency-key': key },
        params: { id },
        body: { notes: 'Call back in May' },
      })
    expect((await change(ids[0]!)).status).toBe(200)
    expect((await change(ids[1]!)).status).toBe(422)
  })

  it('of a refused request can be used again', async () => {
    expect((await create(admin, '')).status).toBe(422)
    expect((await create(admin)).status).toBe(201)
  })

  it('neither stores a secret nor shows it a second time', async () => {
    const ask = () =>
      server.call(createApiKey, {
        as: admin,
        headers: { 'idempotency-key': key },
        body: { name: 'Once', permissions: ['candidates:read'], expiresAt: null },
      })
    const first = await ask()
    expect(first.status).toBe(201)
    expect((await ask()).status).toBe(409)
    const stored = await server.db
      .selectFrom('idempotency_keys')
      .where('key', '=', key)
      .select('response')
      .executeTakeFirstOrThrow()
    expect(stored.response).toEqual({})
  })
})
