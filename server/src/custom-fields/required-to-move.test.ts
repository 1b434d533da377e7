import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { bulkApplications, undoBatch } from '@muster/contract/application-selection.ts'
import {
  closeApplication,
  createApplication,
  getApplication,
  reopenApplication,
  updateApplication,
} from '@muster/contract/applications.ts'
import { moveApplications } from '@muster/contract/board.ts'
import { createCustomField, retireCustomField } from '@muster/contract/custom-fields.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { createSubmission } from '@muster/contract/submissions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition, type TestPosition } from '../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser
let manager: TestUser
let position: TestPosition
let workspaceId: string

type FieldInput = { fromStatusType: StatusType | null; visibleTo?: 'admin'[]; editableTo?: 'admin'[] }

async function addField(
  subject: 'application' | 'candidate',
  label: string,
  { fromStatusType, ...rest }: FieldInput,
) {
  const body = { subject, type: 'text' as const, label, required: { fromStatusType }, ...rest }
  return (await server.call(createCustomField, { as: admin, body })).body.id
}

beforeAll(async () => {
  server = await startTestServer()
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin')
  manager = await server.addUser(workspaceId, 'hiring_manager')
  position = await addPosition(server.db, workspaceId, { hiringManagerId: manager.id })
  await addField('application', 'Certificate', { fromStatusType: 'interview' })
  await addField('candidate', 'License', { fromStatusType: 'interview' })
})

afterAll(() => server?.stop())

async function statusOf(type: StatusType, positionId = position.id): Promise<string> {
  const row = await server.db
    .selectFrom('statuses')
    .where('position_id', '=', positionId)
    .where('type', '=', type)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirstOrThrow()
  return row.id
}

async function apply(name: string, customFields: object = {}, ofCandidate: object = {}, statusId?: string) {
  const candidate = { name, customFields: { ...ofCandidate } }
  const body = { positionId: position.id, candidate, customFields: { ...customFields }, statusId }
  return server.call(createApplication, { as: admin, body })
}

const add = async (...args: Parameters<typeof apply>) => (await apply(...args)).body

async function move(applicationIds: string[], type: StatusType, filling: object = {}, as = admin) {
  const body = { applicationIds, toStatusId: await statusOf(type), ...filling }
  return server.call(moveApplications, { as, params: { id: position.id }, body })
}

const bulk = (applicationIds: string[], action: object) =>
  server.call(bulkApplications, { as: admin, body: { applicationIds, action: action as never } })

const read = async (id: string, as = admin) =>
  (await server.call(getApplication, { as, params: { id } })).body

const certificate = { subject: 'application', key: 'certificate', label: 'Certificate' }
const license = { subject: 'candidate', key: 'license', label: 'License' }

describe('a field that is required from a status type on', () => {
  it('refuses a move there, and to later types, until it is filled', async () => {
    const { id } = await add('Ana', {}, { license: 'CE' })
    expect((await move([id], 'qualified')).status).toBe(200)
    const refused = await move([id], 'interview')
    expect([refused.status, refused.body]).toEqual([
      422,
      {
        code: 'FIELDS_REQUIRED',
        message: 'Fill in first: Certificate',
        details: { missing: [{ applicationId: id, fields: [certificate] }] },
      },
    ])
    expect((await move([id], 'hired')).status).toBe(422)
    const body = { customFields: { certificate: 'A1' } }
    await server.call(updateApplication, { as: admin, params: { id }, body })
    expect((await move([id], 'offer')).status).toBe(200)
    // An application that is there already is placed freely.
    await server.call(updateApplication, {
      as: admin,
      params: { id },
      body: { customFields: { certificate: null } },
    })
    expect((await move([id], 'offer')).status).toBe(200)
  })

  it('is filled in by the move, in one transaction, where it is empty', async () => {
    const { id } = await add('Bo', { certificate: 'Mine' })
    const { id: other } = await add('Cleo', {}, { license: 'Hers' })
    const filling = { customFields: { certificate: 'A1' }, candidate: { customFields: { license: 'CE' } } }
    expect((await move([id, other], 'interview', filling)).status).toBe(200)
    const after = await Promise.all([read(id), read(other)])
    expect(after.map(({ customFields, candidate }) => [customFields, candidate.customFields])).toEqual([
      [{ certificate: 'Mine' }, { license: 'CE' }],
      [{ certificate: 'A1' }, { license: 'Hers' }],
    ])
    const { body: log } = await server.call(listActivityLogs, { as: admin, params: { id } })
    expect(log.items.slice(0, 2).map(({ kind, field, newValue }) => [kind, field, newValue])).toEqual([
      ['moved', null, null],
      ['edited', 'candidate.customFields.license', 'CE'],
    ])
  })

  it('is logged on the open applications of the candidate that the move fills in, not on closed ones', async () => {
    const { id, candidate } = await add('Uma', { certificate: 'A' })
    const [open, closed] = [
      await addPosition(server.db, workspaceId),
      await addPosition(server.db, workspaceId),
    ]
    const others: string[] = []
    for (const { id: positionId } of [open, closed]) {
      const body = { positionId, candidateId: candidate.id }
      others.push((await server.call(createApplication, { as: admin, body })).body.id)
    }
    await server.call(closeApplication, {
      as: admin,
      params: { id: others[1]! },
      body: { disposition: 'unreachable' },
    })
    expect((await move([id], 'interview', { candidate: { customFields: { license: 'CE' } } })).status).toBe(
      200,
    )
    const entries = async (of: string) => {
      const { body } = await server.call(listActivityLogs, { as: admin, params: { id: of } })
      return body.items.filter(({ kind }) => kind === 'edited').length
    }
    expect(await Promise.all([id, ...others].map(entries))).toEqual([1, 1, 0])
  })

  it('keeps a value beside an empty field of the same record that the move fills in', async () => {
    await addField('application', 'Badge', { fromStatusType: null })
    await addField('candidate', 'Tattoo', { fromStatusType: null })
    const { id } = await add('Ira', { badge: 'Mine' }, { tattoo: 'None' })
    const filling = {
      customFields: { certificate: 'A1', badge: 'Other' },
      candidate: { customFields: { license: 'CE', tattoo: 'Other' } },
    }
    expect((await move([id], 'interview', filling)).status).toBe(200)
    const { customFields, candidate } = await read(id)
    expect(customFields).toEqual({ certificate: 'A1', badge: 'Mine' })
    expect(candidate.customFields).toEqual({ license: 'CE', tattoo: 'None' })
  })

  it('names all that lack it, and saves nothing, if one of a move lacks it', async () => {
    const [{ id: first }, { id: second }] = [await add('Dan'), await add('Eve', { certificate: 'A' })]
    const refused = await move([first, second], 'offer', { customFields: { certificate: 'B' } })
    expect(refused.body).toMatchObject({
      code: 'FIELDS_REQUIRED',
      details: {
        missing: [
          { applicationId: first, fields: [license] },
          { applicationId: second, fields: [license] },
        ],
      },
    })
    expect((await read(first)).customFields).toEqual({})
  })

  it('refuses nonsense in the values of a move', async () => {
    const { id } = await add('Fay')
    const invalid = await move([id], 'interview', { customFields: { certificate: 7, shift: 'x' } })
    expect([invalid.status, invalid.body]).toMatchObject([
      422,
      {
        code: 'VALIDATION',
        details: {
          'customFields.certificate': ['Enter a text'],
          'customFields.shift': ['Unknown field'],
        },
      },
    ])
    const empty = { customFields: { certificate: '  ' }, candidate: { customFields: { license: null } } }
    expect((await move([id], 'interview', empty)).body).toMatchObject({ code: 'FIELDS_REQUIRED' })
  })

  it('moves the others of a bulk action, which may carry the values too', async () => {
    const [{ id: lacking }, complete] = [
      await add('Gil'),
      await add('Hal', { certificate: 'A' }, { license: 'B' }),
    ]
    const first = await bulk([lacking, complete.id], { kind: 'move', toStatusType: 'interview' })
    expect(first.body).toMatchObject({
      changed: 1,
      refused: [
        {
          applicationId: lacking,
          code: 'FIELDS_REQUIRED',
          message: 'Fill in first: Certificate and License',
          missing: [certificate, license],
        },
      ],
    })
    const filling = { customFields: { certificate: 'Z' }, candidate: { customFields: { license: 'Y' } } }
    const again = await bulk([lacking], { kind: 'move', toStatusType: 'interview', ...filling })
    expect(again.body).toMatchObject({ changed: 1, refused: [] })
    expect(await read(lacking)).toMatchObject({ customFields: { certificate: 'Z' }, missingFields: [] })
  })

  it('holds up closing as hired, but no other closing', async () => {
    const { id } = await add('Ida', {}, { license: 'B' })
    const params = { id }
    const close = (body: object) => server.call(closeApplication, { as: admin, params, body: body as never })
    expect((await close({ disposition: 'hired' })).body).toMatchObject({ code: 'FIELDS_REQUIRED' })
    expect((await close({ disposition: 'unreachable' })).status).toBe(200)
    expect((await bulk([id], { kind: 'reopen' })).body.changed).toBe(1)
    const hired = await close({ disposition: 'hired', customFields: { certificate: 'C' } })
    expect([hired.status, hired.body.customFields]).toEqual([200, { certificate: 'C' }])
  })

  it('is required to close, if it is required from closed on, and to nothing else', async () => {
    const fieldId = await addField('application', 'Exit note', { fromStatusType: 'closed' })
    const { id } = await add('Jan', { certificate: 'A' }, { license: 'B' })
    expect((await move([id], 'offer')).status).toBe(200)
    const close = (customFields?: Record<string, unknown>) =>
      bulk([id], { kind: 'close', disposition: 'unreachable', customFields })
    expect((await close()).body.refused[0]?.missing.map(({ key }) => key)).toEqual(['exitNote'])
    expect((await close({ exitNote: 'No answer' })).body.changed).toBe(1)
    await server.call(retireCustomField, { as: admin, params: { id: fieldId } })
  })

  it('holds up a reopening, and a submission to the client', async () => {
    const fieldId = await addField('application', 'Brief', { fromStatusType: 'submitted' })
    const { id } = await add('Kim', {}, { license: 'B' })
    const params = { id }
    const submit = (filling: object = {}) =>
      server.call(createSubmission, { as: admin, params, body: { summary: 'Good', ...filling } })
    expect((await submit()).body).toMatchObject({ code: 'FIELDS_REQUIRED' })
    const shared = await submit({ customFields: { brief: 'Short' }, candidate: { customFields: {} } })
    expect([shared.status, (await read(id)).status.type]).toEqual([201, 'submitted'])
    await server.call(closeApplication, { as: admin, params, body: { disposition: 'spam' } })
    await server.call(updateApplication, { as: admin, params, body: { customFields: { brief: null } } })
    const reopen = (body: object) => server.call(reopenApplication, { as: admin, params, body })
    expect((await reopen({})).body).toMatchObject({ code: 'FIELDS_REQUIRED' })
    expect((await reopen({ customFields: { brief: 'Again' } })).status).toBe(200)
    await bulk([id], { kind: 'close', disposition: 'spam' })
    await server.call(updateApplication, { as: admin, params, body: { customFields: { brief: null } } })
    expect((await bulk([id], { kind: 'reopen' })).body.refused[0]?.missing.map(({ key }) => key)).toEqual([
      'brief',
    ])
    expect((await bulk([id], { kind: 'reopen', customFields: { brief: 'More' } })).body.changed).toBe(1)
    await server.call(retireCustomField, { as: admin, params: { id: fieldId } })
  })

  it('refuses to add an application there by the paths of the fields', async () => {
    const interview = await statusOf('interview')
    const refused = await apply('Lee', {}, {}, interview)
    expect([refused.status, refused.body]).toMatchObject([
      422,
      {
        code: 'VALIDATION',
        details: { 'customFields.certificate': ['Required'], 'candidate.customFields.license': ['Required'] },
      },
    ])
    expect((await apply('Lee', { certificate: 'A' }, { license: 'B' }, interview)).status).toBe(201)
    const other = await addPosition(server.db, workspaceId)
    const { candidate } = await add('Max')
    const body = {
      positionId: other.id,
      candidateId: candidate.id,
      statusId: await statusOf('interview', other.id),
      customFields: { certificate: 'A' },
    }
    const known = await server.call(createApplication, { as: admin, body })
    expect([known.status, known.body]).toMatchObject([
      422,
      { details: { candidateId: ['Fill in on the candidate first: License'] } },
    ])
  })

  it('holds up no undo, which reports what is missing', async () => {
    const { id } = await add('Ned', { certificate: 'A' }, { license: 'B' })
    await move([id], 'interview')
    const back = await move([id], 'contacted')
    await server.db.updateTable('applications').set({ custom_fields: '{}' }).where('id', '=', id).execute()
    const undone = await server.call(undoBatch, { as: admin, body: { batchId: back.body.batchId! } })
    expect(undone.body).toEqual({ changed: 1, refused: [] })
    expect(await read(id)).toMatchObject({ status: { type: 'interview' }, missingFields: [certificate] })
  })

  it('keeps the values when the move that carried them is undone', async () => {
    const { id } = await add('Oda', {}, { license: 'B' })
    const { body } = await move([id], 'interview', { customFields: { certificate: 'A' } })
    const undone = await server.call(undoBatch, { as: admin, body: { batchId: body.batchId! } })
    expect(undone.body).toEqual({ changed: 1, refused: [] })
    expect(await read(id)).toMatchObject({ status: { type: 'lead' }, customFields: { certificate: 'A' } })
  })
})

describe('the roles of a required field', () => {
  it('refuses the move of a role that may not fill it in, and its values', async () => {
    const { id } = await add('Pia', {}, { license: 'B' })
    expect((await move([id], 'interview', {}, manager)).body).toMatchObject({ code: 'FIELDS_REQUIRED' })
    const filled = await move([id], 'interview', { customFields: { certificate: 'A' } }, manager)
    expect([filled.status, (await read(id)).customFields]).toEqual([403, {}])
  })

  it('fills in no field of a candidate for who may not edit candidates', async () => {
    const mover = await server.addUser(workspaceId, 'recruiter')
    await server.db
      .updateTable('users')
      .set({ revoked_permissions: ['candidates:write'] })
      .where('id', '=', mover.id)
      .execute()
    const { id } = await add('Vic', { certificate: 'A' })
    const filling = { candidate: { customFields: { license: 'CE' } } }
    const refused = await move([id], 'interview', filling, mover)
    expect([refused.status, (await read(id)).candidate.customFields]).toEqual([403, {}])
  })

  it('does not require it of a role that may not see it', async () => {
    const fieldId = await addField('application', 'Secret', { fromStatusType: 'offer', visibleTo: ['admin'] })
    const { id } = await add('Rex', { certificate: 'A' }, { license: 'B' })
    expect((await move([id], 'offer')).body).toMatchObject({ message: 'Fill in first: Secret' })
    expect((await move([id], 'offer', {}, manager)).status).toBe(200)
    expect((await read(id)).missingFields.map(({ key }) => key)).toEqual(['secret'])
    expect((await read(id, manager)).missingFields).toEqual([])
    await server.call(retireCustomField, { as: admin, params: { id: fieldId } })
    expect((await read(id)).missingFields).toEqual([])
  })

  it('requires nothing in another workspace, and hides its applications', async () => {
    const other = await server.addWorkspace()
    const stranger = await server.addUser(other.workspaceId, 'admin')
    const elsewhere = await addPosition(server.db, other.workspaceId)
    const { body } = await server.call(createApplication, {
      as: stranger,
      body: { positionId: elsewhere.id, candidate: { name: 'Sol' } },
    })
    const toStatusId = await statusOf('interview', elsewhere.id)
    const { id: foreign } = await add('Tom')
    const moveThere = (applicationId: string) =>
      server.call(moveApplications, {
        as: stranger,
        params: { id: elsewhere.id },
        body: { applicationIds: [applicationId], toStatusId, customFields: {} },
      })
    expect((await moveThere(foreign)).status).toBe(404)
    expect((await moveThere(body.id)).status).toBe(200)
  })
})
