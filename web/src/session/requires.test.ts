import { beforeEach, expect, it } from 'vitest'
import { requires } from './requires.ts'
import { clearStoredSession, storeUser } from './stored-session.ts'

beforeEach(clearStoredSession)

it('lets those with the permission pass', () => {
  storeUser({ id: 'a', permissions: ['goals:manage'] } as never)
  expect(requires('goals:manage')()).toBeUndefined()
})

it('says which permission is missing to the others', async () => {
  storeUser({ id: 'a', permissions: ['applications:read'] } as never)
  await expect(requires('applications:import')()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    status: 403,
    message: expect.stringMatching(/^Requires the “.+” permission\./),
  })
})
