import { createCandidate } from '@muster/contract/candidates.ts'
import { createCustomField, restoreCustomField, retireCustomField } from '@muster/contract/custom-fields.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { removeRetiredFields } from './remove-retired-fields.ts'

let server: TestServer
let admin: TestUser
let other: TestUser

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  other = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

/** Adds a field with a value, retired so long ago. */
async function addRetired(label: string, age: string | null, as = admin) {
  const { body: field } = await server.call(createCustomField, {
    as,
    body: { subject: 'candidate', type: 'text', label },
  })
  await server.call(createCandidate, { as, body: { name: label, customFields: { [field.key]: label } } })
  if (age === null) return field
  await server.call(retireCustomField, { as, params: { id: field.id } })
  await sql`update custom_fields set retired_at = now() - ${age}::interval where id = ${field.id}`.execute(
    server.db,
  )
  return field
}

async function left({ workspaceId }: TestUser) {
  const fields = await server.db
    .selectFrom('custom_fields')
    .where('workspace_id', '=', workspaceId)
    .orderBy('key')
    .select('key')
    .execute()
  const people = await server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .select(['name', 'custom_fields'])
    .execute()
  return {
    fields: fields.map(({ key }) => key),
    values: Object.fromEntries(people.map(({ name, custom_fields }) => [name, custom_fields])),
  }
}

describe('removeRetiredFields', () => {
  it('removes fields with their values once they were retired for 30 days, and nothing else', async () => {
    const gone = await addRetired('gone', '30 days 1 minute')
    const kept = await addRetired('kept', '29 days 23 hours 59 minutes')
    await addRetired('used', null)
    await addRetired('gone', null, other)
    await removeRetiredFields(server.services)
    expect(await left(admin)).toEqual({
      fields: ['kept', 'used'],
      values: { gone: {}, kept: { kept: 'kept' }, used: { used: 'used' } },
    })
    expect(await left(other)).toEqual({ fields: ['gone'], values: { gone: { gone: 'gone' } } })
    const restore = (id: string) => server.call(restoreCustomField, { as: admin, params: { id } })
    expect((await restore(gone.id)).status).toBe(404)
    expect((await restore(kept.id)).status).toBe(200)
    const audit = await server.db
      .selectFrom('audit_logs')
      .where('workspace_id', '=', admin.workspaceId)
      .where('action', '=', 'custom-field.removed')
      .select(['subject_id', 'user_id'])
      .execute()
    expect(audit).toEqual([{ subject_id: gone.id, user_id: null }])
  })

  it('frees the key for a new field', async () => {
    await addRetired('free', '31 days')
    await removeRetiredFields(server.services)
    const again = await addRetired('free', null)
    expect(again.key).toBe('free')
  })
})
