import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../database/new-id.ts'
import { addCustomField } from '../testing/add-custom-field.ts'
import { addPosition } from '../testing/add-position.ts'
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

it('names call queues and voice campaigns of the workspace alone', async () => {
  const [ours, theirs] = [await server.addWorkspace(), await server.addWorkspace()]
  const names = async ({ workspaceId }: typeof ours, name: string) => {
    const { id: userId } = await server.addUser(workspaceId, 'admin')
    const [queueId, campaignId, agentId] = [newId(), newId(), newId()]
    const row = { workspace_id: workspaceId, created_by: userId }
    await server.db
      .insertInto('agents')
      .values({ workspace_id: workspaceId, id: agentId, name, kind: 'voice' })
      .execute()
    await server.db
      .insertInto('call_queues')
      .values({
        ...{ ...row, id: queueId, name: `Queue of ${name}`, order: 'newest', weekdays: [1] },
        ...{ call_from: 540, call_to: 1140, max_tries: 5, tries_per_day: 2, hours_between: 3 },
      })
      .execute()
    await server.db
      .insertInto('voice_campaigns')
      .values({
        ...{ ...row, id: campaignId, name: `Campaign of ${name}`, queue_id: queueId, agent_id: agentId },
        ...{ max_concurrent: 5, currency: 'USD', only_with_consent: true },
      })
      .execute()
    return { queueId, campaignId }
  }
  const [own, other] = [await names(ours, 'Ada'), await names(theirs, 'Eve')]
  const actor = { workspaceId: ours.workspaceId, role: 'admin', permissions: { has: () => true } } as never
  const filters = {
    queueId: [own.queueId, other.queueId],
    campaignId: [own.campaignId, other.campaignId],
  }
  expect(await namesOfFilters(server.db, actor, filters as never)).toEqual([
    ['Call queue', 'Queue of Ada and 1 hidden'],
    ['Voice campaign', 'Campaign of Ada and 1 hidden'],
  ])
})

it('names no position, company or user that the reader may not see', async () => {
  const { workspaceId } = await server.addWorkspace()
  const manager = await server.addUser(workspaceId, 'hiring_manager', { name: 'Hal Manager' })
  const managed = await addPosition(server.db, workspaceId, { hiringManagerId: manager.id })
  const other = await addPosition(server.db, workspaceId)
  const reviewer = await server.addUser(workspaceId, 'client_reviewer', { name: 'Rita Reviewer' })
  const actorOf = (role: string, more: object = {}) =>
    ({ workspaceId, role, userId: manager.id, permissions: { has: () => true }, ...more }) as never
  const name = (id: string) => `Position ${id.slice(-6)}`
  const named = (actor: never, filters: object) => namesOfFilters(server.db, actor, filters as never)
  const positionId = [managed.id, other.id, newId()]
  expect(await named(actorOf('hiring_manager'), { positionId })).toEqual([
    ['Position', `${name(managed.id)} and 2 hidden`],
  ])
  expect(await named(actorOf('hiring_manager'), { positionId: [other.id] })).toEqual([
    ['Position', '1 hidden'],
  ])
  expect((await named(actorOf('admin'), { positionId: [other.id] }))[0]![1]).toBe(name(other.id))
  const reviews = actorOf('client_reviewer', { companyId: managed.companyId })
  expect(
    await named(reviews, {
      companyId: [managed.companyId, other.companyId],
      positionId,
      ownerId: [manager.id, reviewer.id, 'none'],
    }),
  ).toEqual([
    ['Company', `Company ${managed.companyId} and 1 hidden`],
    ['Position', `${name(managed.id)} and 2 hidden`],
    ['Owner', 'Hal Manager, 1 hidden and none'],
  ])
})
