import { createCustomField, retireCustomField } from '@muster/contract/custom-fields.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

async function readDocument(as?: TestUser | string) {
  const token = typeof as === 'string' ? as : as?.accessToken
  const response = await fetch(`${server.url}/api/v1/openapi.json`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return { status: response.status, body: await response.json() }
}

const fieldsOf = async (name: string, as?: TestUser) =>
  (await readDocument(as)).body.components.schemas[name].properties.customFields.properties

describe('openapi.json', () => {
  it('describes the custom fields of the workspace whose token it is asked with', async () => {
    const add = (body: object) => server.call(createCustomField, { as: admin, body: body as never })
    const shift = await add({
      subject: 'application',
      type: 'choice',
      label: 'Shift',
      options: [{ label: 'Days' }],
      help: 'When they work.',
    })
    await add({ subject: 'candidate', type: 'number', label: 'Years', unit: 'years' })
    await add({ subject: 'candidate', type: 'text', label: 'Secret', visibleTo: ['hiring_manager'] })
    const old = await add({ subject: 'candidate', type: 'text', label: 'Old' })
    await server.call(retireCustomField, { as: admin, params: { id: old.body.id } })
    const { id } = shift.body.options[0]!
    expect(await fieldsOf('UpdateApplicationBody', admin)).toEqual({
      shift: {
        type: ['string', 'null'],
        enum: [id, null],
        title: 'Shift',
        description: 'When they work.',
        'x-options': [{ id, label: 'Days' }],
      },
    })
    const recruiter = await server.addUser(admin.workspaceId, 'recruiter')
    expect(await fieldsOf('Candidate', recruiter)).toEqual({
      years: { type: 'number', title: 'Years', 'x-unit': 'years' },
    })
    expect(Object.keys(await fieldsOf('Candidate', admin))).toEqual(['years', 'secret'])
  })

  it('lists the sorts by custom fields that the caller may see', async () => {
    const as = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const add = (body: object) => server.call(createCustomField, { as, body: body as never })
    await add({ subject: 'application', type: 'number', label: 'Points', sortable: true })
    await add({ subject: 'candidate', type: 'text', label: 'Hidden', visibleTo: ['admin'], sortable: true })
    await add({ subject: 'candidate', type: 'text', label: 'Unsorted' })
    const recruiter = await server.addUser(as.workspaceId, 'recruiter')
    const sortsOf = async (of?: TestUser) => {
      const { body } = await readDocument(of)
      const { get } = body.paths['/applications'] ?? body.paths['/api/v1/applications']
      const { schema } = get.parameters.find(({ name }: { name: string }) => name === 'sort')
      return schema.enum?.filter((sort: string) => sort.includes('.'))
    }
    expect(await sortsOf(as)).toEqual([
      'field.points',
      'candidate.hidden',
      '-field.points',
      '-candidate.hidden',
    ])
    expect(await sortsOf(recruiter)).toEqual(['field.points', '-field.points'])
    expect(await sortsOf()).toBeUndefined()
  })

  it('describes no fields without a token, nor those of another workspace', async () => {
    expect(await fieldsOf('Candidate')).toBeUndefined()
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    expect(JSON.stringify((await readDocument(other)).body)).not.toContain('When they work')
  })

  it('refuses a token that is not valid', async () => {
    expect((await readDocument('nonsense')).status).toBe(401)
  })
})
