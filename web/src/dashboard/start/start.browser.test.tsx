import { createCompany, listCompanies } from '@muster/contract/companies.ts'
import { updateProfile } from '@muster/contract/own-account.ts'
import { createPosition } from '@muster/contract/positions.ts'
import {
  addSampleData,
  getStart,
  givenUserName,
  removeSampleData,
  type StartStep,
  startSteps,
  updateStart,
} from '@muster/contract/start.ts'
import { getWorkspace, updateWorkspace } from '@muster/contract/workspace.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { readUser, storeUser } from '../../session/stored-session.ts'
import { openApp, signInAs } from '../../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../../testing/server.ts'

const worked = { people: 0, entries: 0 }

function startWith(done: readonly StartStep[], more: Partial<ReturnType<typeof exampleStart>> = {}) {
  const start = { ...exampleStart(), ...more }
  start.steps = startSteps.map((key) => ({
    key,
    done: done.includes(key),
    count: done.includes(key) ? 1 : 0,
  }))
  answer(getStart, start)
  return start
}

const exampleStart = () => ({
  ...example(getStart),
  isEmpty: true,
  hiddenAt: null as string | null,
  sample: {
    ...example(getStart).sample,
    loadedAt: null as string | null,
    whyNot: null as string | null,
    worked,
  },
})

const steps = () => page.getByRole('main').getByRole('list').first()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })

describe('the start of an empty workspace', () => {
  beforeEach(() => {
    answer(getWorkspace, {
      ...example(getWorkspace),
      name: 'Northside Staffing',
      timezone: 'UTC',
      version: 1,
    })
  })

  it('greets in place of the dashboard, with the time zone of the browser', async () => {
    startWith([])
    answer(updateWorkspace, ({ body }) => ({ ...example(getWorkspace), ...(body as object), version: 2 }))
    await openApp('/dashboard')
    await expect.element(page.getByText('Welcome, Kim. Let’s get to your first call.')).toBeVisible()
    expect(window.location.pathname).toBe('/start')
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    await expect.element(page.getByRole('combobox', { name: 'Timezone' })).toHaveValue(zone)
    startWith(['workspace'])
    await button('Save workspace').click()
    await expect.element(button('Create position')).toBeVisible()
    expect(callsOf(updateWorkspace)[0]?.body).toEqual({
      name: 'Northside Staffing',
      timezone: zone,
      version: 1,
    })
  })

  it('asks a user without a name of their own for it, and does not greet them by their role', async () => {
    signInAs('owner')
    storeUser({ ...readUser()!, name: givenUserName })
    startWith([])
    answer(updateProfile, ({ body }) => ({ ...example(updateProfile), ...(body as object) }))
    answer(updateWorkspace, { ...example(getWorkspace), version: 2 })
    await openApp('/start')
    await expect.element(page.getByText('Welcome. Let’s get to your first call.')).toBeVisible()
    await button('Save workspace').click()
    await expect.element(page.getByText('Enter your name')).toBeVisible()
    expect(callsOf(updateWorkspace)).toEqual([])
    await page.getByRole('textbox', { name: 'Your name' }).fill('Nora Quinn')
    await button('Save workspace').click()
    await expect.element(page.getByText('Welcome, Nora. Let’s get to your first call.')).toBeVisible()
    expect(callsOf(updateProfile)[0]?.body).toEqual({ name: 'Nora Quinn' })
    expect(callsOf(updateWorkspace)[0]?.body).not.toHaveProperty('ownName')
  })

  it.each([
    ['there are applications', { isEmpty: false }],
    ['it was hidden', { hiddenAt: '2026-11-20T09:00:00.000Z' }],
  ])('leaves the dashboard alone when %s', async (_, more) => {
    startWith([], more)
    await openApp('/dashboard')
    await expect.element(page.getByRole('region', { name: 'Key metrics' })).toBeVisible()
    expect(window.location.pathname).toBe('/dashboard')
  })

  it('leaves the dashboard alone when it cannot be read, and for a recruiter', async () => {
    answer(getStart, refuse('UNAVAILABLE' as never, 'Not now'))
    signInAs('recruiter')
    await openApp('/dashboard')
    await expect.element(page.getByRole('region', { name: 'Key metrics' })).toBeVisible()
    expect(callsOf(getStart)).toEqual([])
  })

  it('opens a position at a company that is added in its field', async () => {
    startWith(['workspace'])
    answer(listCompanies, { ...example(listCompanies), items: [] })
    const company = { ...example(createCompany), name: 'Halden Freight' }
    answer(createCompany, company)
    await openApp('/start')
    await page.getByRole('textbox', { name: 'Position' }).fill('CDL-A driver')
    await page.getByRole('combobox', { name: 'Company' }).fill('Halden Freight')
    await page.getByRole('option', { name: 'Add company “Halden Freight”' }).click()
    await expect.poll(() => callsOf(createCompany)).toHaveLength(1)
    startWith(['workspace', 'position'])
    await button('Create position').click()
    await expect.element(page.getByRole('link', { name: 'Import a spreadsheet' })).toBeVisible()
    expect(callsOf(createPosition)[0]?.body).toMatchObject({
      name: 'CDL-A driver',
      companyId: company.id,
      openings: 1,
    })
  })

  it('opens the position only once its new company is added', async () => {
    startWith(['workspace'])
    const add = answerLater(createCompany, example(createCompany))
    await openApp('/start')
    await page.getByRole('textbox', { name: 'Position' }).fill('CDL-A driver')
    await page.getByRole('combobox', { name: 'Company' }).fill('Halden Freight')
    await page.getByRole('option', { name: 'Add company “Halden Freight”' }).click()
    await expect.element(button('Create position')).toBeDisabled()
    add()
    await expect.element(button('Create position')).toBeEnabled()
  })

  it('opens the place in which each step is done, and lets one be skipped', async () => {
    startWith(['workspace', 'position'])
    await openApp('/start')
    const link = (name: string) => page.getByRole('link', { name, exact: true })
    await expect.element(link('Import a spreadsheet')).toHaveAttribute('href', '/imports/new')
    await expect.element(link('Add one candidate')).toHaveAttribute('href', '/applications/create')
    await button('Skip for now').click()
    await expect.element(link('Invite a user')).toHaveAttribute('href', '/settings/invitations?add=true')
    await button(/^Start calling/).click()
    await expect.element(steps().getByText('Add candidates first.', { exact: false })).toBeVisible()
  })

  it('stays in the navigation until it is hidden, with Undo', async () => {
    startWith(['workspace'], { isEmpty: false })
    answer(updateStart, ({ body }) => ({
      ...startWith(['workspace'], { isEmpty: false }),
      hiddenAt: body.hidden ? '2026-11-20T09:00:00.000Z' : null,
    }))
    await openApp('/applications')
    const checklist = page.getByRole('link', { name: 'Get started 1 of 5' })
    await expect.element(checklist).toBeVisible()
    const main = page.getByRole('navigation', { name: 'Main' })
    expect(main.getByRole('link').elements()[0]).toBe(checklist.element())
    await checklist.click()
    await button('Hide checklist').click()
    await expect.element(button('Show checklist')).toBeVisible()
    await expect.element(page.getByRole('link', { name: /^Get started/ })).not.toBeInTheDocument()
    await button(/^Undo/).click()
    await expect.poll(() => callsOf(updateStart).map(({ body }) => body.hidden)).toEqual([true, false])
  })
})

describe('sample data', () => {
  it('are added, and say why they cannot be', async () => {
    startWith(['workspace'])
    answer(addSampleData, refuse('CONFLICT', 'Your workspace has people of its own'))
    await openApp('/start')
    await button('Load sample data').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Your workspace has people of its own')
    answer(addSampleData, example(addSampleData))
    startWith(['workspace'], { isEmpty: false })
    await button('Load sample data').click()
    await expect.element(page.getByRole('region', { name: 'Key metrics' })).toBeVisible()
  })

  it('are removed from any screen, with the people one worked on only if one says so', async () => {
    const { sample } = exampleStart()
    startWith(['workspace'], {
      isEmpty: false,
      sample: { ...sample, loadedAt: '2026-11-20T09:00:00.000Z', worked: { people: 2, entries: 3 } },
    })
    await openApp('/companies')
    await page.getByRole('link', { name: /^Sample data/ }).click()
    await button('Remove sample data…').click()
    await page.getByRole('checkbox', { name: 'Also remove 2 sample candidates you worked on' }).click()
    startWith(['workspace'])
    await page.getByRole('dialog').getByRole('button', { name: 'Remove sample data' }).click()
    await expect.element(button('Load sample data')).toBeVisible()
    expect(callsOf(removeSampleData)[0]?.query).toEqual({ includeWorked: 'true' })
  })
})
