import { createCandidate, listPossibleDuplicates } from '@muster/contract/candidates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hideContacts } from '../testing/hide-contacts.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let recruiter: TestUser
let workspaceId: string

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
})

afterAll(() => server?.stop())

async function add(person: { name: string; email?: string; phone?: string; location?: string }) {
  const { body } = await server.call(createCandidate, {
    as: recruiter,
    body: { ...person, allowDuplicate: true },
  })
  return body.id
}

async function duplicatesOf(id: string, as = recruiter) {
  const { body } = await server.call(listPossibleDuplicates, { as, params: { id } })
  return body.items.map(({ id: other, sameAs, certain }) => [other, sameAs, certain])
}

describe('listPossibleDuplicates', () => {
  it('is certain of the same email or phone, and needs more than a similar name', async () => {
    const ana = await add({
      name: 'Ana Ortiz',
      email: 'ana@example.com',
      phone: '+13125550111',
      location: 'Austin',
    })
    const mail = await add({ name: 'A. O.', email: 'ana@example.com' })
    const misspelt = await add({ name: 'Ana Ortis', location: 'austin ' })
    const turned = await add({ name: 'Ortiz, Ana', email: 'ana@example.org' })
    await add({ name: 'Ana Ortiz', location: 'Oslo' })
    await add({ name: 'Bruno Costa', location: 'Austin' })
    expect(await duplicatesOf(ana)).toEqual([
      [mail, ['email'], true],
      [misspelt, ['name', 'location'], false],
      [turned, ['name', 'emailName'], false],
    ])
  })

  it('reveals no contact data without the permission', async () => {
    const one = await add({ name: 'Ivan Horvat', phone: '+13125550122' })
    await add({ name: 'I. Horvat Junior', phone: '+13125550122' })
    expect(await duplicatesOf(one)).toHaveLength(1)
    const viewer = await server.addUser(workspaceId, 'viewer')
    await hideContacts(server, viewer)
    expect(await duplicatesOf(one, viewer)).toEqual([])
  })
})
