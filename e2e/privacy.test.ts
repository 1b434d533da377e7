import { createCandidate } from '@muster/contract/candidates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Muster, startMuster } from './start-muster.ts'

let muster: Muster

beforeAll(async () => {
  muster = await startMuster()
})

afterAll(() => muster?.stop())

describe('the settings', () => {
  it('make an API key that is shown once, revoke it, and tell of both in the audit log', async () => {
    const { page, complaints } = await muster.openSignedIn(await muster.addUser('owner', 'Ines Roth'))
    await page.goto('/settings/api-keys')
    await page.getByText('No API keys yet').waitFor()
    await page.getByRole('link', { name: 'Create API key' }).click()
    const drawer = page.getByRole('dialog', { name: 'Create API key' })
    await drawer.getByLabel('Name').fill('Warehouse')
    await drawer.getByLabel('View candidates').check()
    await drawer.getByRole('button', { name: 'Create API key' }).click()
    const key = (await drawer.locator('code').textContent())!
    const read = () =>
      fetch(`${muster.server.url}/api/v1/candidates/`, { headers: { authorization: `Bearer ${key}` } })
    expect((await read()).status).toBe(200)
    await drawer.getByRole('button', { name: 'I saved a copy' }).click()
    await page.getByRole('button', { name: 'Revoke Warehouse' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByText('Revoked Warehouse').waitFor()
    expect((await read()).status).toBe(401)
    await page.goto('/settings/audit')
    await page.getByRole('row', { name: /Ines Roth.*Revoked an API key.*Warehouse/ }).waitFor()
    await page.getByRole('row', { name: /Ines Roth.*Created an API key/ }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('a candidate', () => {
  it('is erased for good once their name is typed', async () => {
    const admin = await muster.addUser('admin', 'Ada Admin')
    const { body } = await muster.server.call(createCandidate, {
      as: admin,
      body: { name: 'Zelda Zwicky', email: 'zelda@example.com' },
    })
    const { page, complaints } = await muster.openSignedIn(admin)
    await page.goto(`/candidates/${body.id}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Erase permanently…' }).click()
    const dialog = page.getByRole('dialog')
    const erase = dialog.getByRole('button', { name: 'Erase permanently' })
    await dialog.getByLabel(/^Type/).fill('Zelda')
    expect(await erase.isDisabled()).toBe(true)
    await dialog.getByLabel(/^Type/).fill('Zelda Zwicky')
    await erase.click()
    await page.getByText('Candidate erased', { exact: true }).waitFor()
    await page.waitForURL('**/candidates')
    const row = await muster.server.db
      .selectFrom('candidates')
      .where('id', '=', body.id)
      .select(['name', 'email'])
      .executeTakeFirst()
    expect(row).toEqual({ name: 'Erased person', email: null })
    expect(complaints).toEqual([])
  })
})
