import { createApplication } from '@muster/contract/applications.ts'
import { getBoard } from '@muster/contract/board.ts'
import {
  createCustomField,
  restoreCustomField,
  retireCustomField,
  updateCustomField,
} from '@muster/contract/custom-fields.ts'
import type { FieldSubject } from '@muster/contract/field-subjects.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
})

afterAll(() => server?.stop())

const create = (label: string, subject: FieldSubject, more: object = {}) =>
  server.call(createCustomField, {
    as: admin,
    body: { subject, label, type: 'text', onCards: true, ...more },
  })

describe('a field on the cards of boards', () => {
  it('is one of at most three, of applications and candidates', async () => {
    expect((await create('Seats', 'position')).body).toMatchObject({
      details: { onCards: ['Cards show only fields of applications and candidates'] },
    })
    const first = (await create('Shift', 'application')).body
    const added = [await create('License', 'candidate'), await create('Zone', 'application')]
    expect([first, ...added.map(({ body }) => body)].map(({ onCards }) => onCards)).toEqual([
      true,
      true,
      true,
    ])
    const details = { onCards: ['Cards show at most 3 fields. Remove another one first.'] }
    expect((await create('Grade', 'application')).body).toMatchObject({ details })
    const other = (await create('Grade', 'application', { onCards: false })).body
    const change = (id: string, onCards: boolean) =>
      server.call(updateCustomField, { as: admin, params: { id }, body: { onCards } })
    expect((await change(other.id, true)).body).toMatchObject({ details })
    // One that is shown already can be changed.
    expect((await change(first.id, true)).status).toBe(200)
    await server.call(retireCustomField, { as: admin, params: { id: first.id } })
    expect((await change(other.id, true)).body.onCards).toBe(true)
    const restored = await server.call(restoreCustomField, { as: admin, params: { id: first.id } })
    expect([restored.status, restored.body.onCards]).toEqual([200, false])
  })

  it('has its values on the cards of those who may see it', async () => {
    const position = await addPosition(server.db, workspaceId)
    await create('Salary', 'application', { onCards: false, visibleTo: ['admin'] })
    const recruiter = await server.addUser(workspaceId, 'recruiter')
    await server.call(createApplication, {
      as: admin,
      body: {
        positionId: position.id,
        candidate: { name: 'Ana', customFields: { license: 'CE' } },
        customFields: { zone: 'North', salary: '12' },
      },
    })
    const cardFor = async (as: TestUser) => {
      const { body } = await server.call(getBoard, { as, params: { id: position.id } })
      const card = body.columns.flatMap(({ cards }) => cards)[0]!
      return [card.customFields, card.candidate.customFields]
    }
    expect(await cardFor(admin)).toEqual([{ zone: 'North', salary: '12' }, { license: 'CE' }])
    expect(await cardFor(recruiter)).toEqual([{ zone: 'North' }, { license: 'CE' }])
  })

  it('does not count those of another workspace', async () => {
    const other = await server.addWorkspace()
    const stranger = await server.addUser(other.workspaceId, 'admin')
    const body = { subject: 'application', label: 'Shift', type: 'text', onCards: true } as const
    expect((await server.call(createCustomField, { as: stranger, body })).status).toBe(201)
  })
})
