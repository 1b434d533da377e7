import { addNamedPosition, importContent } from '@muster/server/imports/fixtures/import-kit.ts'
import { addPlan, subscribe } from '@muster/server/testing/seed-plans.ts'
import type { TestUser } from '@muster/server/testing/test-server.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keepPicture, type Muster, startMuster } from './start-muster.ts'

let muster: Muster
let superadmin: TestUser
let owner: TestUser
let page: Page

beforeAll(async () => {
  muster = await startMuster()
  superadmin = await muster.addUser('superadmin', 'Ines Roth')
  owner = await muster.addUser('owner', 'Olga Berg')
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(() => keepPicture(page, task.name))
})

afterAll(() => muster?.stop())

const open = async (user: TestUser) => {
  ;({ page } = await muster.openSignedIn(user))
}

describe('plans', () => {
  it('show use by the clocks of the workspace, and no price where the installation sells nothing', async () => {
    // Its months end in the last hours of the month before, by the clocks of the browser.
    await muster.server.db
      .updateTable('workspaces')
      .set({ timezone: 'Pacific/Auckland' })
      .where('id', '=', muster.workspaceId)
      .execute()
    await open(owner)
    await page.goto('/plans')
    await page.getByText('No plans available').waitFor()
    await page
      .getByText(/resets on \w+ 1$/)
      .first()
      .waitFor()
    expect(await page.locator('main').innerText()).not.toMatch(/\$|Compare|Invoices/)
  })

  it('are compared, ordered and had once the invoice is marked as paid; down is for later', async () => {
    const plan = await addPlan(muster.server, superadmin, { limits: { seats: 2 }, priceMonthlyMinor: 3000 })
    const dearer = await addPlan(muster.server, superadmin, { limits: { seats: 2 }, priceMonthlyMinor: 9000 })
    await open(owner)
    await page.goto('/plans')
    await page.getByRole('link', { name: `Choose ${dearer.name}…` }).click()
    const drawer = page.getByRole('dialog', { name: `Change to ${dearer.name}` })
    await drawer.getByText('Starts when it is paid.').waitFor()
    await drawer.getByRole('row', { name: 'Due now $90.00' }).waitFor()
    await drawer.getByRole('button', { name: 'Order with invoice' }).click()
    await page.getByText(`${dearer.name} is ordered. It starts when`).waitFor()
    await drawer.waitFor({ state: 'detached' })
    const ownersPage = page

    await open(superadmin)
    await page.goto('/admin/plans?view=invoices')
    await page.getByRole('link', { name: /^INV-/ }).first().click()
    await page.getByRole('button', { name: 'Mark as paid…' }).click()
    await page.getByRole('button', { name: 'Mark as paid', exact: true }).click()
    await page.getByText(/ marked as paid$/).waitFor()

    // The owner's page follows by itself.
    page = ownersPage
    const current = page.getByRole('region', { name: 'Current plan' })
    await current.getByText('$90 per month').waitFor()
    await page.getByRole('link', { name: `Choose ${plan.name}…` }).click()
    await page.getByRole('button', { name: /^Change on / }).click()
    await page
      .getByText(new RegExp(`The plan changes to ${plan.name} on .*Nothing changes until then`))
      .waitFor()
    await current.getByRole('button', { name: 'Keep current plan' }).click()
    await current.getByRole('button', { name: 'Cancel plan…' }).waitFor()
  })

  it('say what is full, and lead who may change it to the plans', async () => {
    // Ines and Olga have the two seats.
    await open(owner)
    await page.goto('/settings/invitations?add=true')
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Nils Holm')
    await form.getByRole('textbox', { name: 'Email' }).fill('nils.holm@example.com')
    await form.getByRole('button', { name: 'Create invitation' }).click()
    await page
      .getByRole('alert')
      .getByText(/has 2 seats/)
      .waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'View plans' }).click()
    // What was typed of the invitation is asked about first.
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('**/plans')
  })

  it('are where the result of an import leads, of whose rows they had no room for some', async () => {
    const { id: planId } = await addPlan(muster.server, superadmin, {
      state: 'hidden',
      limits: { applicationsAMonth: 1 },
    })
    const { workspaceId } = await muster.server.addWorkspace()
    const importer = await muster.server.addUser(workspaceId, 'owner')
    await addNamedPosition(muster.server, workspaceId, 'Night nurse')
    await muster.server.db
      .updateTable('workspaces')
      .set({ plan_id: planId })
      .where('id', '=', workspaceId)
      .execute()
    const { id } = await importContent(
      muster.server,
      importer,
      'Name,Email,Vacancy\nAda Lund,ada@example.com,Night nurse\nBo Lind,bo@example.com,Night nurse\n',
    )
    await open(importer)
    await page.goto(`/imports/new?id=${id}`)
    await page.getByText('1 row exceeds the limit of your plan.').waitFor()
    await page.locator('main').getByRole('link', { name: 'View plans' }).click()
    await page.getByRole('meter', { name: 'Applications per month' }).waitFor()
  })

  it('end at once when they are cancelled while a payment is overdue, and say so before', async () => {
    const plan = await addPlan(muster.server, superadmin, {})
    const { workspaceId } = await muster.server.addWorkspace()
    const payer = await muster.server.addUser(workspaceId, 'owner')
    await subscribe(muster.server, superadmin, workspaceId, plan.id)
    await muster.server.db
      .updateTable('subscriptions')
      .set({ state: 'past_due', past_due_since: new Date().toISOString() })
      .where('workspace_id', '=', workspaceId)
      .execute()
    await open(payer)
    await page.goto('/plans')
    await page.getByText('A payment has been overdue since').waitFor()
    await page.getByRole('button', { name: 'Cancel plan…' }).click()
    await page.getByRole('dialog').getByText('so the plan ends immediately').waitFor()
    await page.getByRole('button', { name: 'Cancel plan', exact: true }).click()
    await page.getByText(`${plan.name} has ended`).waitFor()
    await page.getByText(new RegExp(`${plan.name} ended on .* all its data`)).waitFor()
  })

  it('are made, put in order by keyboard and archived', async () => {
    await open(superadmin)
    await page.goto('/admin/plans?add=true')
    const form = page.getByRole('dialog', { name: 'Create plan' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour')
    await form.getByRole('textbox', { name: 'Monthly price' }).fill('49')
    await form.getByRole('article', { name: 'Harbour' }).getByText('$49').waitFor()
    await form.getByRole('button', { name: 'Create plan' }).click()
    const handle = page.getByRole('button', { name: 'Reorder Harbour' })
    await handle.focus()
    for (const key of ['Space', 'ArrowUp', 'Space']) await page.keyboard.press(key)
    await page.getByText('Moved Harbour').waitFor()
    await page.getByRole('link', { name: 'Harbour', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Monthly price' }).fill('59')
    await page.getByText('Saving creates version 2').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('Harbour saved').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Archive plan' }).click()
    await page.getByText('Archived Harbour').waitFor()
    await handle.waitFor({ state: 'detached' })
  })
})
