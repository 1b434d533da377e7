import { listAllAuditLogs } from '@muster/contract/admin-audit.ts'
import { listAllUsers } from '@muster/contract/admin-users.ts'
import { listWorkspaces } from '@muster/contract/admin-workspaces.ts'
import { startHeartbeat } from '@muster/server/telemetry/heartbeat.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster, type Visit } from './start-muster.ts'

let muster: Muster
let superadmin: TestUser
let visit: Visit
let page: Page

beforeAll(async () => {
  muster = await startMuster()
  superadmin = await muster.addUser('superadmin', 'Ines Roth')
  await muster.addUser('recruiter', 'Dana Whitfield')
  visit = await muster.openSignedIn(superadmin)
  page = visit.page
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

describe('the installation', () => {
  it('gets a workspace whose owner is invited, which is suspended and resumed', async () => {
    await page.goto('/admin')
    await page.getByRole('link', { name: 'Create workspace' }).click()
    const form = page.getByRole('dialog', { name: 'Create workspace' })
    await form.getByLabel('Name', { exact: true }).fill('Harbour Staffing')
    await form.getByLabel('Owner name').fill('Olga Berg')
    await form.getByLabel('Owner email').fill('olga.berg@example.com')
    await form.getByRole('button', { name: 'Create workspace' }).click()
    const drawer = page.getByRole('dialog', { name: 'Harbour Staffing' })
    await drawer.getByLabel('Reason (recorded in the audit log)').fill('Unpaid')
    await drawer.getByRole('button', { name: 'Suspend workspace…' }).click()
    await page.getByRole('button', { name: 'Suspend', exact: true }).click()
    await drawer.getByRole('button', { name: 'Resume' }).waitFor()
    await drawer.getByText('Unpaid').waitFor()
    const query = { q: 'harbour' }
    const state = async () =>
      (await muster.server.call(listWorkspaces, { as: superadmin, query })).body.items[0]?.state
    expect(await state()).toBe('suspended')
    await drawer.getByRole('button', { name: 'Resume' }).click()
    await drawer.getByLabel('Reason (recorded in the audit log)').waitFor()
    expect(await state()).toBe('active')
    await page.goto('/admin/mails')
    await page.getByRole('link', { name: 'Join Harbour Staffing on Muster' }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /accept-invite/ })
      .waitFor()
  })

  it('shows who runs it how its nodes are, one that fell silent as such, and what takes room', async () => {
    const there = await startHeartbeat(muster.server.services)
    const gone = await startHeartbeat(muster.server.services)
    await muster.server.db
      .updateTable('nodes')
      .set({ seen_at: '2026-01-05T08:00:00.000Z' })
      .where('id', '=', gone.id)
      .execute()
    await page.goto('/admin/health')
    const nodes = page.getByRole('region', { name: 'Nodes', exact: true }).getByRole('row')
    await nodes.nth(2).waitFor()
    await nodes.nth(2).getByText('Offline, last seen').waitFor()
    expect(await nodes.nth(1).textContent()).not.toContain('Offline')
    await page.getByRole('rowheader', { name: 'activity_logs' }).waitFor()
    await there.stop()
    await gone.stop()
    // Looked at again by itself.
    await page.getByText('No nodes have reported yet.').waitFor()
  })

  it('opens what an address names, though the list beside it leaves it out', async () => {
    const asked = { as: superadmin, query: { limit: 1 } as never }
    const [person] = (await muster.server.call(listAllUsers, asked)).body.items
    await page.goto(`/admin/users?q=nobody-is-called-so&open=${person!.id}`)
    await page.getByRole('dialog', { name: person!.name }).waitFor()
    const [entry] = (await muster.server.call(listAllAuditLogs, asked)).body.items
    await page.goto(`/admin/audit?q=nothing-says-so&open=${entry!.id}`)
    await page.getByRole('dialog').getByText(entry!.action, { exact: true }).waitFor()
    await page.goto('/admin/jobs?open=0197f0a0-0000-7000-8000-000000000001')
    await page.getByText('This no longer exists').waitFor()
    await page.waitForURL('**/admin/jobs')
  })

  it('is seen through the eyes of somebody, under a banner on every screen that ends it', async () => {
    await page.goto('/admin/users?q=dana')
    await page.getByRole('link', { name: 'Dana Whitfield' }).click()
    await page.getByLabel('Reason').fill('She asked for help')
    await page.getByRole('button', { name: 'View as Dana Whitfield' }).click()
    const banner = page.getByRole('region', { name: 'Viewing as another user' })
    await banner.waitFor()
    await page.getByRole('button', { name: /Dana Whitfield.* user menu/ }).waitFor()
    await page.goto('/applications')
    await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor()
    await banner.getByRole('button', { name: 'Stop viewing' }).click()
    await page.waitForURL('**/admin/users')
    await page.getByRole('button', { name: /Ines Roth.* user menu/ }).waitFor()
    await expect.poll(() => banner.count()).toBe(0)
    const { body } = await muster.server.call(listAllUsers, { as: superadmin, query: { q: 'dana' } })
    expect(body.items).toHaveLength(1)
    // The stream of events may ask once more as the session ends.
    expect(visit.complaints.filter((line) => !line.includes('401'))).toEqual([])
  })
})
