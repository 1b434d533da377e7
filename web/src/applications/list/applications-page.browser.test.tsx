import { getApplication, listApplications } from '@muster/contract/applications.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ApplicationRow, applicationsOf, id, listFrom } from '../../testing/fixtures.ts'
import { openApp } from '../../testing/open-app.tsx'
import { answer, callsOf, example } from '../../testing/server.ts'

let rows: ApplicationRow[] = []

beforeEach(() => {
  rows = applicationsOf('Ada')
  answer(
    listApplications,
    listFrom(() => rows),
  )
})

const searchOf = () => Object.fromEntries(new URLSearchParams(location.search))

describe('the list of applications', () => {
  it('counts one application as one, and keeps filters and order when another word is searched', async () => {
    await openApp('/applications?q=one&late=true&sort=candidate')
    await expect.element(page.getByText('1 application, by name, A to Z')).toBeVisible()
    await page.getByRole('main').getByRole('searchbox').fill('two')
    await expect.poll(searchOf).toMatchObject({ q: 'two', late: 'true', sort: 'candidate' })
    rows = applicationsOf('Ada', 'Björn')
    await page.getByRole('main').getByRole('searchbox').fill('three')
    await expect.element(page.getByText('2 applications, by name, A to Z')).toBeVisible()
  })

  it.each(['late=true', 'field=shift:is:Nights', 'q=nobody'])(
    'says that nothing matches %s, not that there are no applications',
    async (search) => {
      rows = []
      await openApp(`/applications?open=true&${search}`)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect.element(page.getByText('No open applications')).toBeVisible()
      expect(searchOf()).toEqual({ open: 'true' })
    },
  )

  it('says so when the application of a link is gone, and closes its place', async () => {
    answer(listApplications, ({ query }) => ({
      ...example(listApplications),
      items: query.applicationId ? [] : rows,
      total: { value: 1, atLeast: false },
      nextCursor: null,
    }))
    await openApp(`/applications?q=gone&peek=${id(999)}`)
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'This application cannot be shown' }))
      .toBeVisible()
    await expect.poll(() => searchOf().peek).toBeUndefined()
    expect(page.getByRole('complementary').elements()).toEqual([])
  })

  it('has its filters again when one comes back from a record that was opened in it', async () => {
    answer(getApplication, { ...example(getApplication), id: id(100) })
    await openApp('/applications?q=back&late=true')
    await expect.element(page.getByRole('link', { name: 'Ada' })).toBeVisible()
    await userEvent.keyboard('j{Enter}')
    await expect.poll(() => location.pathname).toBe(`/applications/${id(100)}`)
    // As after a reload: the browser knows no page before this one.
    await openApp(`/applications/${id(100)}`)
    const list = page.getByRole('main').getByRole('link', { name: 'Applications', exact: true })
    await expect.element(list).toBeVisible()
    const search = new URL((list.element() as HTMLAnchorElement).href).searchParams
    expect([search.get('q'), search.get('late')]).toEqual(['back', 'true'])
    expect(callsOf(listApplications).length).toBeGreaterThan(0)
  })
})
