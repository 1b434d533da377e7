import { listApplications } from '@muster/contract/applications.ts'
import {
  createCompany,
  deleteCompany,
  exportCompanies,
  getCompany,
  listCompanies,
  restoreCompany,
} from '@muster/contract/companies.ts'
import { getCompanyDeclinedReason } from '@muster/contract/reports.ts'
import { listUsers } from '@muster/contract/users.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { applicationsOf, id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const halden = id(501)
const dialog = page.getByRole('dialog')
const alertOf = (text: string) => page.getByRole('alert').filter({ hasText: text })
const undoButton = page.getByRole('button', { name: /^Undo/ })
const searchOf = (link: Element) => new URL((link as HTMLAnchorElement).href).searchParams

function answerList(...names: string[]) {
  const [row] = example(listCompanies).items
  answer(listCompanies, ({ query }) => ({
    ...example(listCompanies),
    items: names.map((name, n) => ({
      ...row!,
      ...{ id: id(501 + n), name, deletedAt: query.deleted ? '2026-11-20T09:00:00.000Z' : null },
    })),
    total: { value: names.length, atLeast: false },
  }))
}

describe('the list of companies', () => {
  it('exports what its filters leave, and counts one company as one', async () => {
    answerList('Halden')
    await openApp('/companies?q=hal')
    await expect.element(page.getByText('1 company', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect
      .poll(() => callsOf(exportCompanies).map(({ query }) => [query.q, query.format]))
      .toEqual([['hal', 'csv']])
  })

  it('names the search that finds nothing, also among deleted ones', async () => {
    answerList()
    await openApp('/companies?q=hal')
    await expect.element(page.getByText('No companies match “hal”')).toBeVisible()
    await openApp('/companies?q=hal&deleted=true')
    await expect.element(page.getByText('No companies match “hal”')).toBeVisible()
    await page.getByRole('link', { name: 'Show all companies' }).click()
    await expect.element(page.getByText('No companies yet')).toBeVisible()
  })

  it('restores a deleted company, with Undo, or says why not', async () => {
    answerList('Halden')
    await openApp('/companies?deleted=true')
    const restore = page.getByRole('main').getByRole('button', { name: 'Restore' })
    await restore.first().click()
    await undoButton.click()
    await expect.poll(() => callsOf(deleteCompany).map(({ params }) => params.id)).toEqual([halden])
    answer(restoreCompany, refuse('CONFLICT', 'Its name is taken.'))
    await restore.first().click()
    await expect.element(alertOf('Its name is taken.')).toBeVisible()
  })
})

describe('a new company', () => {
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true })
  const add = dialog.getByRole('button', { name: 'Add company' })

  beforeEach(() => answerList('Halden'))

  it('of a name that is taken says so at the name, and keeps what was typed', async () => {
    answer(createCompany, refuse('CONFLICT', 'There is a company of this name.'))
    await openApp('/companies?add=true')
    await name.fill('Halden')
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('Calls back on Mondays')
    await add.click()
    await expect.element(name).toHaveAccessibleDescription('There is a company of this name.')
    await expect.element(dialog.getByRole('textbox', { name: 'Notes' })).toHaveValue('Calls back on Mondays')
  })

  it('opens once it is added', async () => {
    answer(createCompany, ({ body }) => ({ ...example(createCompany), id: id(509), name: body.name }))
    await openApp('/companies?add=true')
    await name.fill('Orkla')
    await add.click()
    await expect.poll(() => location.pathname).toBe(`/companies/${id(509)}`)
    expect(callsOf(createCompany)).toHaveLength(1)
  })
})

describe('the record of a company', () => {
  beforeEach(() => {
    answer(getCompany, { ...example(getCompany), id: halden, name: 'Halden', website: 'javascript:alert(1)' })
  })

  it('stays when deleting it is refused, with the reason; otherwise it comes back by Undo', async () => {
    answer(deleteCompany, refuse('CONFLICT', 'It has open positions.'))
    answerList('Halden')
    await openApp('/companies')
    await page.getByRole('link', { name: 'Halden', exact: true }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.element(alertOf('It has open positions.')).toBeVisible()
    expect(location.pathname).toBe(`/companies/${halden}`)
    answer(deleteCompany, () => {
      answerList()
      return undefined as never
    })
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect.poll(() => location.pathname).toBe('/companies')
    // The list does not show it from memory.
    await expect.element(page.getByText('No companies yet')).toBeVisible()
    await undoButton.click()
    await expect.poll(() => callsOf(restoreCompany).map(({ params }) => params.id)).toEqual([halden])
  })

  it('leads to just those whom it lists', async () => {
    answer(listApplications, {
      ...example(listApplications),
      items: applicationsOf('Ada'),
      total: { value: 12, atLeast: false },
    })
    answer(getCompanyDeclinedReason, {
      ...example(getCompanyDeclinedReason),
      total: 1,
      noneGiven: { count: 1, share: 1 },
      reasons: [],
    })
    await openApp(`/companies/${halden}`)
    const all = page.getByRole('link', { name: 'Show all 12' })
    await expect.poll(() => all.elements()).toHaveLength(2)
    for (const link of all.elements())
      expect([searchOf(link).get('companyId'), searchOf(link).get('open')]).toEqual([halden, 'true'])
    const declined = page.getByRole('region', { name: 'Decline reasons' })
    await expect.element(declined.getByText('1 declined in the last 12 months')).toBeVisible()
    // The first instant of the period that was asked for.
    const { from } = callsOf(getCompanyDeclinedReason)[0]!.query
    const since = new Date(new Date().setHours(0, 0, 0, 0) - 365 * 24 * 3600 * 1000)
    expect(from).toBe(since.toISOString())
    const search = searchOf(declined.getByRole('link').element())
    expect([search.get('reasonId'), search.get('closedFrom')]).toEqual(['none', from])
  })

  it('asks only for reviewers who can sign in, and links no website that runs a script', async () => {
    await openApp(`/companies/${halden}`)
    await expect.element(page.getByText('javascript:alert(1)')).toBeVisible()
    expect(document.querySelectorAll('a[href^="javascript"]')).toHaveLength(0)
    await expect
      .poll(() =>
        callsOf(listUsers)
          .filter(({ query }) => query.companyId)
          .map(({ query }) => query.status),
      )
      .toEqual(['active'])
  })
})
