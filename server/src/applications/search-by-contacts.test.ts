import { countApplications } from '@muster/contract/application-counts.ts'
import { exportApplications } from '@muster/contract/application-export.ts'
import { selectApplications } from '@muster/contract/application-selection.ts'
import { createApplication, listApplications } from '@muster/contract/applications.ts'
import { getBoard } from '@muster/contract/board.ts'
import { findDuplicateCandidates, listCandidates } from '@muster/contract/candidates.ts'
import { search } from '@muster/contract/search.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let recruiter: TestUser
/** Sees the same applications without emails and phone numbers. */
let blind: TestUser
let positionId: string

beforeAll(async () => {
  server = await startTestServer()
  const { workspaceId } = await server.addWorkspace()
  recruiter = await server.addUser(workspaceId, 'recruiter')
  blind = await server.addUser(workspaceId, 'recruiter')
  await hideContacts(server, blind)
  positionId = (await addPosition(server.db, workspaceId)).id
  const { status } = await server.call(createApplication, {
    as: recruiter,
    body: {
      positionId,
      candidate: { name: 'Zoë Quiet', email: 'hidden.address@example.com', phone: '+13125550142' },
    },
  })
  expect(status).toBe(201)
})

afterAll(() => server?.stop())

const screens: Record<string, (as: TestUser, q: string) => Promise<number>> = {
  'the list': async (as, q) => (await server.call(listApplications, { as, query: { q } })).body.items.length,
  'the count': async (as, q) => (await server.call(countApplications, { as, query: { q } })).body.total.value,
  'the selection': async (as, q) =>
    (await server.call(selectApplications, { as, query: { q } })).body.applicationIds.length,
  'the board': async (as, q) => {
    const { body } = await server.call(getBoard, { as, params: { id: positionId }, query: { q } })
    return body.columns.flatMap(({ cards }) => cards).length
  },
  'the list of candidates': async (as, q) =>
    (await server.call(listCandidates, { as, query: { q } })).body.items.length,
  'the search': async (as, q) => {
    const { body } = await server.call(search, { as, query: { q } })
    return body.applications.length + body.candidates.length
  },
}

const contacts = ['hidden.address', 'hidden.address@example.com', '5550142', '(312) 555-0142']

describe.each(Object.entries(screens))('%s', (_, find) => {
  it.each(contacts)('finds nobody by %s without the contact data permission', async (q) => {
    expect(await find(blind, q)).toBe(0)
    expect(await find(recruiter, q)).toBeGreaterThan(0)
  })

  it('finds candidates by name, however it is written', async () => {
    for (const as of [blind, recruiter])
      for (const q of ['zoe', 'QUIET Zoë']) expect(await find(as, q)).toBeGreaterThan(0)
  })

  it('finds nobody by another name', async () => {
    for (const as of [blind, recruiter]) expect(await find(as, 'zoe loud')).toBe(0)
  })
})

describe('duplicates suggested while typing', () => {
  const matches = async (as: TestUser, query: { email: string } | { phone: string }) =>
    (await server.call(findDuplicateCandidates, { as, query })).body.items.length

  it('are not matched by contact data without the permission', async () => {
    for (const typed of [{ email: 'hidden.address@example.com' }, { phone: '+1 312 555 0142' }])
      expect([await matches(blind, typed), await matches(recruiter, typed)]).toEqual([0, 1])
  })
})

describe('an export', () => {
  it('leaves out candidates that the requester may not find by contact data', async () => {
    const rowsFor = async (as: TestUser) => {
      const path = addressOf(exportApplications, {}, { q: 'hidden.address', columns: 'candidate' })
      const response = await fetch(server.url + path, {
        headers: { authorization: `Bearer ${as.accessToken}` },
      })
      expect(response.status).toBe(200)
      return (await response.text()).trim().split('\r\n').length - 1
    }
    expect([await rowsFor(blind), await rowsFor(recruiter)]).toEqual([0, 1])
  })
})
