import { createApplication } from '@muster/contract/applications.ts'
import { createCallQueue } from '@muster/contract/call-queues.ts'
import { addPosition } from '@muster/server/testing/add-position.ts'
import { longestHours, phoneWhere } from '@muster/server/testing/phone-where.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let wall: Page
const desks: Page[] = []

beforeAll(async () => {
  muster = await startMuster()
  const lead = await muster.addUser('recruiter', 'Lena Lead')
  const { server, workspaceId } = muster
  const position = await addPosition(server.db, workspaceId)
  for (const name of ['Ada First', 'Ben Second', 'Cid Third']) {
    const body = { positionId: position.id, candidate: { name, phone: phoneWhere('day') } }
    expect((await server.call(createApplication, { as: lead, body })).status).toBe(201)
  }
  const created = await server.call(createCallQueue, { as: lead, body: { name: 'Drivers', ...longestHours } })
  expect(created.status).toBe(201)
  wall = (await muster.openSignedIn(lead)).page
  for (const name of ['Carl Caller', 'Dora Dialer']) {
    const { page } = await muster.openSignedIn(await muster.addUser('coordinator', name))
    desks.push(page)
  }
  // Coordinators call the applications that they own.
  const owners = await server.db.selectFrom('users').where('role', '=', 'coordinator').select('id').execute()
  const rows = await server.db.selectFrom('applications').select('id').orderBy('id').execute()
  for (const [index, { id }] of rows.entries())
    await server.db
      .updateTable('applications')
      .set({ owner_id: owners[index % owners.length]!.id })
      .where('id', '=', id)
      .execute()
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(wall, task.name))
})

afterAll(() => muster?.stop())

const person = (on: Page) =>
  on.getByRole('main').getByRole('heading', { level: 2, name: /First|Second|Third/ })
const talks = () => wall.getByRole('list', { name: 'Calling now' }).getByRole('listitem')

async function startCalling(desk: Page): Promise<string> {
  await desk.goto('/call-queues')
  await desk.getByRole('link', { name: 'Start calling: Drivers' }).click()
  await person(desk).waitFor()
  return (await person(desk).textContent())!
}

describe('the wallboard', () => {
  it('shows two callers as soon as they take a person, and follows when one logs the call', async () => {
    await wall.goto('/call-queues')
    await wall.getByRole('link', { name: 'Wallboard' }).click()
    await wall.getByRole('heading', { name: 'Nobody is calling' }).waitFor()

    const [carl, dora] = desks as [Page, Page]
    const carlsPerson = await startCalling(carl)
    const dorasPerson = await startCalling(dora)
    const doras = talks().filter({ hasText: 'Dora Dialer' })
    const carls = talks().filter({ hasText: 'Carl Caller' })
    await carls.getByRole('link', { name: carlsPerson }).waitFor()
    await doras.getByRole('link', { name: dorasPerson }).waitFor()
    expect(await talks().count()).toBe(2)

    await carl.keyboard.press('1')
    await carl.keyboard.press('Enter')
    await wall.getByRole('region', { name: 'Pace' }).getByRole('row', { name: 'Drivers 1 1' }).waitFor()
    await wall.getByRole('region', { name: 'Pace' }).getByRole('row', { name: 'Carl Caller 1 1' }).waitFor()
    await carls.getByRole('link', { name: carlsPerson }).waitFor({ state: 'detached' })
    await doras.getByRole('link', { name: dorasPerson }).waitFor()

    await wall.getByRole('link', { name: 'Last hour: 1' }).click()
    await wall.getByRole('dialog').getByText('1 call', { exact: true }).waitFor()
    await wall.getByRole('dialog').getByRole('link', { name: carlsPerson }).waitFor()
  })
})
