import { listApplications } from '@muster/contract/applications.ts'
import { getCompany, updateCompany } from '@muster/contract/companies.ts'
import { getCompanyDeclinedReason } from '@muster/contract/reports.ts'
import { listUsers } from '@muster/contract/users.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exampleId } from '../testing/example.ts'
import { applicationsOf, id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example } from '../testing/server.ts'

const part = (name: string) => page.getByRole('region', { name, exact: true })

describe('the record of a company', () => {
  beforeEach(() => {
    answer(getCompany, {
      ...example(getCompany),
      id: exampleId,
      name: 'Halden Freight',
      contactName: 'Ann Lee',
      contactPhone: '+17205550163',
      website: null,
    })
    answer(listApplications, ({ query }) => ({
      ...example(listApplications),
      items: query.statusType ? applicationsOf('Ada') : applicationsOf('Ada', 'Björn'),
      total: { value: query.statusType ? 1 : 2, atLeast: false },
    }))
    answer(getCompanyDeclinedReason, {
      ...example(getCompanyDeclinedReason),
      total: 5,
      noneGiven: { count: 1, share: 0.2 },
      reasons: [{ reasonId: id(7), name: 'Rate', count: 4, share: 0.8 }],
    })
    const [user] = example(listUsers).items
    answer(listUsers, { ...example(listUsers), items: [{ ...user!, name: 'Clara Client' }] })
  })

  it('has who awaits its answer, its positions, people, decline reasons and contacts', async () => {
    await openApp(`/companies/${exampleId}`)
    await expect.element(part('Contact').getByText('Ann Lee')).toBeVisible()
    // The heading names the contact: their labels do not repeat it.
    await expect.element(part('Contact').getByText('Phone', { exact: true })).toBeVisible()
    expect(
      part('Contact')
        .getByText(/^Contact/)
        .elements(),
    ).toHaveLength(1)
    await expect.element(part('Contact').getByText('+1 720 555 0163')).toBeVisible()
    await expect.element(part('Reviewers').getByText('Clara Client')).toBeVisible()
    await expect.element(part('Awaiting a decision').getByRole('link', { name: 'Ada' })).toBeVisible()
    expect(part('Awaiting a decision').getByRole('listitem').elements()).toHaveLength(1)
    await expect.poll(() => part('Candidates').getByRole('listitem').elements()).toHaveLength(2)
    await expect.element(part('Positions').getByRole('listitem').first()).toBeVisible()
    const reason = part('Decline reasons').getByRole('listitem').filter({ hasText: 'Rate' })
    await expect.poll(() => reason.element().textContent).toContain('80%')
    const rows = reason.getByRole('link').element() as HTMLAnchorElement
    const search = new URL(rows.href).searchParams
    expect([search.get('reasonId'), search.get('companyId')]).toEqual([id(7), exampleId])
  })

  it('is edited in place, with Undo', async () => {
    answer(updateCompany, ({ body }) => ({ ...example(getCompany), ...(body as object) }))
    await openApp(`/companies/${exampleId}`)
    await part('Contact').getByRole('button', { name: 'Change Contact', exact: true }).click()
    await page.getByRole('textbox', { name: 'Contact', exact: true }).fill('Marcus Boyd')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => callsOf(updateCompany).at(-1)?.body).toMatchObject({ contactName: 'Marcus Boyd' })
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(() => callsOf(updateCompany).at(-1)?.body).toMatchObject({ contactName: 'Ann Lee' })
  })

  it('shows nothing that the role may not see', async () => {
    signInAs('owner', ['companies:read'])
    await openApp(`/companies/${exampleId}`)
    await expect.element(part('Contact')).toBeVisible()
    for (const name of ['Awaiting a decision', 'Candidates', 'Positions', 'Decline reasons', 'Reviewers'])
      expect([name, part(name).elements().length]).toEqual([name, 0])
  })
})
