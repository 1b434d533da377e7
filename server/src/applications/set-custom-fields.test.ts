import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import { createApplication, getApplication, updateApplication } from '@muster/contract/applications.ts'
import { createCustomField, retireCustomField, updateCustomField } from '@muster/contract/custom-fields.ts'
import type { FieldType } from '@muster/contract/field-subjects.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let recruiter: TestUser
let position: TestPosition

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  recruiter = await server.addUser(workspaceId, 'recruiter')
  position = await addPosition(server.db, workspaceId)
  await addField('Shift')
  await addField('Pay', { type: 'number' })
})

afterAll(() => server?.stop())

async function addField(label: string, more: { type?: FieldType; [setting: string]: unknown } = {}) {
  const body = { subject: 'application' as const, type: 'text' as const, label, ...more }
  return (await server.call(createCustomField, { as: admin, body })).body
}

async function apply(customFields: object = {}): Promise<string> {
  const body = {
    positionId: position.id,
    candidate: { name: 'Ana Field' },
    customFields: { ...customFields },
  }
  return (await server.call(createApplication, { as: admin, body })).body.id
}

const set = (applicationIds: string[], customFields: object, as = recruiter) =>
  server.call(bulkApplications, {
    as,
    body: { applicationIds, action: { kind: 'setFields', customFields: { ...customFields } } },
  })

const undo = async (batchId: string | null, as = recruiter) =>
  (await server.call(undoBatch, { as, body: { batchId: batchId! } })).body

const valuesOf = async (id: string) =>
  (await server.call(getApplication, { as: admin, params: { id } })).body.customFields

describe('setting custom fields of many applications', () => {
  it('changes those that differ, and an undo restores exactly what they had', async () => {
    const ids = [
      await apply({ shift: 'Night', pay: 12 }),
      await apply(),
      await apply({ shift: 'Day', pay: 7 }),
    ]
    const { body } = await set(ids, { shift: 'Day', pay: 7 })
    expect(body).toMatchObject({ changed: 2, refused: [] })
    for (const id of ids) expect(await valuesOf(id)).toEqual({ shift: 'Day', pay: 7 })
    expect(await undo(body.batchId)).toEqual({ changed: 2, refused: [] })
    expect(await Promise.all(ids.map(valuesOf))).toEqual([
      { shift: 'Night', pay: 12 },
      {},
      { shift: 'Day', pay: 7 },
    ])
  })

  it('empties a field, which an undo fills again', async () => {
    const id = await apply({ shift: 'Night', pay: 12 })
    const { body } = await set([id], { pay: null })
    expect([body.changed, await valuesOf(id)]).toEqual([1, { shift: 'Night' }])
    await undo(body.batchId)
    expect(await valuesOf(id)).toEqual({ shift: 'Night', pay: 12 })
  })

  it('is logged with the values before and after', async () => {
    const id = await apply({ shift: 'Night' })
    await set([id], { shift: 'Day' })
    const { body } = await server.call(listActivityLogs, { as: admin, params: { id } })
    expect(body.items[0]).toMatchObject({
      kind: 'edited',
      field: 'customFields.shift',
      oldValue: 'Night',
      newValue: 'Day',
      actor: { id: recruiter.id },
    })
  })

  it('is not undone where somebody has changed the application since', async () => {
    const [mine, theirs] = [await apply({ shift: 'Night' }), await apply({ shift: 'Night' })]
    const { body } = await set([mine, theirs], { shift: 'Day' })
    const later = { customFields: { shift: 'Late' } }
    await server.call(updateApplication, { as: admin, params: { id: theirs }, body: later })
    const undone = await undo(body.batchId)
    expect(undone).toMatchObject({
      changed: 1,
      refused: [{ applicationId: theirs, message: 'This application has been changed since' }],
    })
    expect([await valuesOf(mine), await valuesOf(theirs)]).toEqual([{ shift: 'Night' }, { shift: 'Late' }])
  })

  it('refuses nonsense, an unknown field, and to empty a required one', async () => {
    await addField('Badge', { required: { always: true }, defaultValue: 'B' })
    const id = await apply({ badge: 'B' })
    const { status, body } = await set([id], { pay: 'much', nothing: 'x', badge: null, shift: 'Day' })
    expect([status, body]).toMatchObject([
      422,
      {
        details: {
          'customFields.pay': ['Enter a number'],
          'customFields.nothing': ['Unknown field'],
          'customFields.badge': ['Required'],
        },
      },
    ])
    expect(await valuesOf(id)).toEqual({ badge: 'B' })
    const badge = (await addField('Badge 2')).id
    await server.call(retireCustomField, { as: admin, params: { id: badge } })
    expect((await set([id], { badge2: 'x' })).status).toBe(422)
  })

  it('is refused to a role that may not change the field, or the applications', async () => {
    await addField('Grade', { editableTo: ['admin'] })
    const id = await apply({ badge: 'B' })
    expect((await set([id], { grade: 'A' })).status).toBe(403)
    expect((await set([id], { grade: null })).status).toBe(403)
    expect((await set([id], { grade: 'A' }, admin)).body.changed).toBe(1)
    const viewer = await server.addUser(workspaceId, 'viewer')
    expect((await set([id], { shift: 'Day' }, viewer)).status).toBe(403)
  })

  it('is not undone once the field is retired, or by a role that may not change it any more', async () => {
    const { id: fieldId } = await addField('Zone')
    const id = await apply({ badge: 'B' })
    const { body } = await set([id], { zone: 'North' })
    await server.call(updateCustomField, {
      as: admin,
      params: { id: fieldId },
      body: { editableTo: ['admin'] },
    })
    expect((await undo(body.batchId)).refused[0]?.code).toBe('FORBIDDEN')
    await server.call(retireCustomField, { as: admin, params: { id: fieldId } })
    expect((await undo(body.batchId)).refused[0]?.message).toBe('The field has been retired since')
  })

  it('refuses applications of another workspace, and changes the others', async () => {
    const other = await server.addWorkspace()
    const stranger = await server.addUser(other.workspaceId, 'admin')
    const elsewhere = await addPosition(server.db, other.workspaceId)
    const foreign = await server.call(createApplication, {
      as: stranger,
      body: { positionId: elsewhere.id, candidate: { name: 'Bo' } },
    })
    const own = await apply({ badge: 'B' })
    const { body } = await set([foreign.body.id, own], { shift: 'Day' })
    expect(body).toMatchObject({
      changed: 1,
      refused: [{ applicationId: foreign.body.id, code: 'NOT_FOUND' }],
    })
  })
})
