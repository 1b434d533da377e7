import { setUserRole } from '@muster/contract/manage-users.ts'
import { listUsers } from '@muster/contract/users.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let page: Page
let owner: TestUser

beforeAll(async () => {
  muster = await startMuster()
  owner = await muster.addUser('owner', 'Olga Owner')
  await muster.addUser('recruiter', 'Mats Keller')
  await muster.addUser('viewer', 'Samir Haddad')
  page = (await muster.openSignedIn(owner)).page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

const row = (name: string) => page.getByRole('row', { name })

async function stored(name: string) {
  const { body } = await muster.server.call(listUsers, { as: owner, query: { q: name } })
  return body.items[0]
}

describe('colleagues', () => {
  it('are suspended together, but for oneself, and let in again by Undo', async () => {
    await page.goto('/settings/users')
    await row('Mats Keller').waitFor()
    await page.getByRole('checkbox', { name: 'Select all' }).click()
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    const refused = page.getByRole('dialog', { name: 'Some users were not changed' })
    await refused.getByText('You cannot suspend yourself').waitFor()
    await refused.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByText('Suspended 2 users').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await stored('Mats'))?.status).toBe('active')
    await row('Mats Keller').getByText('Active').waitFor()
  })

  it('are put in order by when they came, from either end', async () => {
    await page.goto('/settings/users')
    const head = page.getByRole('columnheader', { name: 'Joined' })
    for (const [order, first] of [
      ['descending', 'Samir Haddad'],
      ['ascending', 'Olga Owner'],
      ['descending', 'Samir Haddad'],
    ]) {
      await head.getByRole('button').click()
      await page.locator(`th[aria-sort="${order}"]`).filter({ hasText: 'Joined' }).waitFor()
      await page.getByRole('row').nth(1).getByText(first!).waitFor()
    }
  })

  it('get another role and a right of their own, and the address says what is open', async () => {
    await page.goto('/settings/users')
    await page.getByRole('link', { name: 'Samir Haddad' }).press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Samir Haddad' })
    await drawer.getByLabel('Role').selectOption('coordinator')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Samir Haddad saved').waitFor()
    await drawer.getByRole('button', { name: 'Permissions', exact: true }).click()
    const right = drawer.getByRole('switch', { name: 'Import applications from files' })
    await right.click()
    await drawer.getByText('Granted individually').waitFor()
    await expect.poll(() => right.isChecked()).toBe(true)
    expect(new URL(page.url()).searchParams.get('part')).toBe('rights')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await row('Samir Haddad').getByText('+1').waitFor()
    expect(await stored('Samir')).toMatchObject({ role: 'coordinator', overrides: { granted: 1 } })
  })

  it('are found from the roles by right and role', async () => {
    await page.goto('/settings/roles')
    await page.getByRole('link', { name: /with the Owner role$/ }).click()
    await page.getByText('1 user', { exact: true }).waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Import applications from files' }).click()
    await page.getByText('3 users').waitFor()
    expect(new URL(page.url()).searchParams.get('holds')).toBe('applications:import')
  })

  it('see at once what they may not do any more', async () => {
    const renee = await muster.addUser('recruiter', 'Renee Castillo')
    const { page: theirs, leave } = await muster.openSignedIn(renee)
    await theirs.goto('/companies')
    const imports = theirs.getByRole('link', { name: 'Imports' })
    await imports.waitFor()
    await muster.server.call(setUserRole, { as: owner, params: { id: renee.id }, body: { role: 'viewer' } })
    await imports.waitFor({ state: 'hidden' })
    await leave()
  })
})
