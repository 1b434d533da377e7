import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCustomField } from '../testing/add-custom-field.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { namesOfFilters } from './names-of-filters.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

it('states filters by custom fields in words', async () => {
  const { workspaceId } = await server.addWorkspace()
  const admin = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
  const add = (input: Parameters<typeof addCustomField>[2]) =>
    addCustomField(server, admin, { subject: 'application', ...input })
  const { options } = await add({
    label: 'Skills',
    type: 'choices',
    options: [{ label: 'Welding' }, { label: 'Tufting' }],
  })
  await add({ label: 'Distance', type: 'number', unit: 'km' })
  await add({ label: 'Pay', type: 'money', currency: 'EUR' })
  await add({ subject: 'candidate', label: 'Buddy', type: 'user' })
  await add({ subject: 'company', label: 'Union', type: 'boolean' })
  const actor = { workspaceId, role: 'admin', permissions: { has: () => true } } as never
  const field = [
    `skills:anyOf:${options.map(({ id }) => id).join(',')}`,
    'distance:gte:5',
    'pay:lt:4500',
    `candidate.buddy:is:${admin.id}`,
    'company.union:empty:',
  ]
  expect(await namesOfFilters(server.db, actor, { field } as never)).toEqual([
    ['Skills', 'is any of Welding and Tufting'],
    ['Distance', 'at least 5 km'],
    ['Pay', 'less than €45.00'],
    ['Buddy', 'is Ada Admin'],
    ['Union', 'is empty'],
  ])
})
