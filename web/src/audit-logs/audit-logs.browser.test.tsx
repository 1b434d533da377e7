import { exportAuditLogs, listAuditLogs } from '@muster/contract/audit-logs.ts'
import { listUsers } from '@muster/contract/users.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RowOf } from '../api/query.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

type Entry = RowOf<typeof listAuditLogs>

const address = '/settings/audit'

const entryOf = (n: number, more: Partial<Entry> = {}): Entry => ({
  ...example(listAuditLogs).items[0]!,
  ...{ id: id(n), action: 'user.suspended', user: { id: id(50 + n), name: `User ${n}` } },
  ...{ subject: { kind: 'user', id: id(90), name: 'Mira Lund' }, ip: '192.0.2.7', apiKey: null },
  ...more,
})

const listOf = (...items: Entry[]) => ({
  items,
  nextCursor: null,
  total: { value: items.length, atLeast: false },
})

const drawer = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const lastQuery = () => callsOf(listAuditLogs).at(-1)?.query

beforeEach(() => {
  signInAs('admin')
  answer(listAuditLogs, listOf(entryOf(1)))
})

describe('the audit log', () => {
  it('says who did what to which record', async () => {
    answer(
      listAuditLogs,
      listOf(
        entryOf(1),
        entryOf(2, { apiKey: { id: id(70), name: 'Payroll' }, action: 'people.exported' }),
        entryOf(3, { user: null, action: 'login.failed', subject: { kind: 'user', id: id(91), name: null } }),
      ),
    )
    await openApp(address)
    await expect.element(row('User 1').getByText('Suspended a user')).toBeVisible()
    await expect
      .element(row('User 1').getByRole('link', { name: 'Mira Lund' }))
      .toHaveAttribute('href', `/settings/users?user=${id(90)}`)
    await expect.element(row('User 2').getByText('via API key Payroll')).toBeVisible()
    await expect.element(row('User 2').getByText('Exported a list')).toBeVisible()
    await expect.element(row('Failed to sign in').getByText('Muster', { exact: true })).toBeVisible()
    expect(row('Failed to sign in').getByRole('link').elements()).toEqual([])
    await expect.element(page.getByText('3 entries')).toBeVisible()
  })

  it('is read page after page', async () => {
    answer(listAuditLogs, ({ query }) =>
      query?.cursor ? listOf(entryOf(2)) : { ...listOf(entryOf(1)), nextCursor: 'next' },
    )
    await openApp(address)
    await expect.element(row('User 2')).toBeVisible()
    await expect.element(row('User 1')).toBeVisible()
    expect(lastQuery()).toMatchObject({ cursor: 'next' })
  })

  it('keeps its entries when further ones fail to load, and loads those again', async () => {
    answer(listAuditLogs, ({ query }) =>
      query?.cursor ? refuse('FORBIDDEN', 'No more')() : { ...listOf(entryOf(1)), nextCursor: 'next' },
    )
    await openApp(address)
    await expect.element(page.getByText(/Could not load more rows/)).toBeVisible()
    await expect.element(row('User 1')).toBeVisible()
    answer(listAuditLogs, listOf(entryOf(2)))
    await button('Retry').click()
    await expect.element(row('User 2')).toBeVisible()
  })

  it('says that it failed to load, not that nothing matches, and loads again', async () => {
    answer(listAuditLogs, refuse('FORBIDDEN', 'The log is out of reach'))
    await openApp(address)
    await expect.element(page.getByText('The log is out of reach')).toBeVisible()
    expect(page.getByText('No entries match these filters').elements()).toEqual([])
    answer(listAuditLogs, listOf(entryOf(1)))
    await button('Retry').click()
    await expect.element(row('User 1')).toBeVisible()
  })

  it('is neither loaded nor shown to those who may not read it', async () => {
    signInAs('recruiter')
    await openApp(address)
    await expect.element(page.getByText(/Requires the .* permission/).first()).toBeVisible()
    expect(callsOf(listAuditLogs)).toEqual([])
    expect(button('Export').elements()).toEqual([])
  })

  it('is read oldest first when its time is clicked', async () => {
    await openApp(address)
    await expect.element(row('User 1')).toBeVisible()
    await page.getByRole('columnheader', { name: 'Time' }).getByRole('button').click()
    await expect.poll(lastQuery).toMatchObject({ sort: 'at' })
  })
})

describe('the record of an entry', () => {
  it.each([
    ['candidate', `/candidates/${id(90)}`],
    ['application', `/applications/${id(90)}`],
    ['company', `/companies/${id(90)}`],
    ['position', `/positions/${id(90)}`],
    ['import', `/imports/new?id=${id(90)}`],
    ['webhook', `/settings/webhooks?webhook=${id(90)}`],
    ['invitation', '/settings/invitations?q=Lakeside'],
  ])('of a kind %s opens by its link', async (kind, href) => {
    answer(listAuditLogs, listOf(entryOf(1, { subject: { kind, id: id(90), name: 'Lakeside' } })))
    await openApp(address)
    await expect.element(row('User 1').getByRole('link', { name: 'Lakeside' })).toHaveAttribute('href', href)
  })
})

describe('on a phone, an entry of the audit log', () => {
  beforeEach(() => page.viewport(390, 844))
  afterEach(() => page.viewport(1280, 900))

  it('says who did it, also where that was Muster itself', async () => {
    answer(listAuditLogs, listOf(entryOf(1), entryOf(2, { user: null, action: 'webhook.paused' })))
    await openApp(address)
    await expect.element(page.getByText(/^User 1 · /)).toBeVisible()
    await expect.element(page.getByText(/^Muster · /)).toBeVisible()
  })
})

describe('a filter of the audit log', () => {
  it('is added to the others, and can have several values', async () => {
    const [user] = example(listUsers).items
    answer(listUsers, { ...example(listUsers), items: [{ ...user!, id: id(51), name: 'Ada Berg' }] })
    await openApp(`${address}?area=denied&from=2026-03-02`)
    await page.getByRole('button', { name: /^User/ }).click()
    await page.getByRole('option', { name: 'Ada Berg' }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: /^Action/ }).click()
    await page.getByRole('option', { name: 'Exports' }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByRole('searchbox', { name: 'Search details' }).fill('lund')
    await expect.poll(lastQuery).toMatchObject({ area: ['denied', 'exports'], userId: id(51), q: 'lund' })
    expect(lastQuery()).toHaveProperty('from')
  })

  it('by an IP address or a record is removed without the other', async () => {
    await openApp(`${address}?ip=192.0.2.7&subjectId=${id(90)}`)
    await button('Remove IP address').click()
    await expect.poll(() => location.search).toBe(`?subjectId=${id(90)}`)
    await openApp(`${address}?ip=192.0.2.7&subjectId=${id(90)}`)
    await button('Remove Record').click()
    await expect.poll(() => location.search).toBe('?ip=192.0.2.7')
  })

  it('by a day that does not exist is left out', async () => {
    await openApp(`${address}?from=yesterday&to=2026-13-45`)
    await expect.element(row('User 1')).toBeVisible()
    expect(lastQuery()).not.toHaveProperty('from')
    expect(lastQuery()).not.toHaveProperty('to')
  })

  it('by one of two days ends when that day is emptied', async () => {
    await openApp(`${address}?from=2026-03-02&to=2026-03-04`)
    await page.getByRole('button', { name: /^Days/ }).click()
    await page.getByLabelText('Until').fill('')
    await expect.poll(() => location.search).toBe('?from=2026-03-02')
  })

  it('leaves only the chosen kind of action and user, until it is removed', async () => {
    await openApp(address)
    await page.getByRole('button', { name: /^Action/ }).click()
    await page.getByRole('option', { name: 'Denied' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(lastQuery).toMatchObject({ area: 'denied' })
    await button('Remove Action').click()
    await expect.poll(() => location.search).toBe('')
  })

  it('by days includes the whole last day', async () => {
    await openApp(`${address}?from=2026-03-02&to=2026-03-04`)
    await expect.element(row('User 1')).toBeVisible()
    expect(lastQuery()).toMatchObject({
      from: new Date(2026, 2, 2).toISOString(),
      to: new Date(2026, 2, 5).toISOString(),
    })
    await button('Remove Days').click()
    await expect.poll(() => lastQuery()?.to).toBeUndefined()
    expect(lastQuery()?.from).toBeUndefined()
  })

  it('by one of its days keeps the other', async () => {
    await openApp(`${address}?from=2026-03-02`)
    await page.getByRole('button', { name: /^Days/ }).click()
    await page.getByLabelText('Until').fill('2026-03-09')
    await expect.poll(() => location.search).toBe('?from=2026-03-02&to=2026-03-09')
  })

  it('that matches nothing is cleared in one step', async () => {
    answer(listAuditLogs, ({ query }) => (query?.ip ? listOf() : listOf(entryOf(1))))
    await openApp(`${address}?ip=198.51.100.1`)
    await expect.element(page.getByText('No entries match these filters')).toBeVisible()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect.element(row('User 1')).toBeVisible()
  })

  it('applies to the export', async () => {
    await openApp(`${address}?ip=192.0.2.7&area=denied`)
    await button('Export').click()
    await page.getByRole('menuitem', { name: 'CSV', exact: true }).click()
    await expect
      .poll(() => callsOf(exportAuditLogs).map(({ query }) => query))
      .toMatchObject([{ ip: '192.0.2.7', area: 'denied', format: 'csv' }])
  })
})

describe('an entry of the audit log', () => {
  it('opens with its details, leads to others of its record, and closes', async () => {
    answer(listAuditLogs, listOf(entryOf(1, { details: { reason: 'left the company' } })))
    await openApp(`${address}?area=denied`)
    await row('User 1').getByText('Suspended a user').click()
    await expect.element(drawer.getByText(/left the company/)).toBeVisible()
    await expect.element(drawer.getByText('user.suspended')).toBeVisible()
    await drawer.getByRole('link', { name: 'Show all for this record' }).click()
    await expect.poll(lastQuery).toMatchObject({ subjectId: id(90) })
    expect(lastQuery()?.area).toBeUndefined()
    await expect.poll(() => drawer.elements()).toEqual([])
    await button('Remove Record').click()
    await expect.poll(() => lastQuery()?.subjectId).toBeUndefined()
  })

  it('leads to the others from its IP address', async () => {
    await openApp(`${address}?area=denied&entry=${id(1)}`)
    await drawer.getByRole('link', { name: 'Show all from this IP address' }).click()
    await expect.poll(() => location.search).toBe('?ip=192.0.2.7')
  })

  it('opens by its link even where the list has not loaded it, and Escape keeps the filters', async () => {
    answer(listAuditLogs, ({ query }) => listOf(query?.id ? entryOf(8) : entryOf(1)))
    await openApp(`${address}?ip=192.0.2.7&entry=${id(8)}`)
    await expect.element(drawer.getByText('User 8')).toBeVisible()
    await expect.element(page.getByText('User 1', { exact: true })).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => drawer.elements()).toEqual([])
    expect(location.search).toBe('?ip=192.0.2.7')
  })

  it('that no longer exists is said to be gone', async () => {
    answer(listAuditLogs, ({ query }) => (query?.id ? listOf() : listOf(entryOf(1))))
    await openApp(`${address}?entry=${id(8)}`)
    await expect.element(page.getByText('This no longer exists')).toBeVisible()
    expect(drawer.elements()).toEqual([])
  })
})
