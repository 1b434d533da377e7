import { listApplications } from '@muster/contract/applications.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example } from '../testing/server.ts'

const card = page.getByRole('region', { name: 'Needs your attention' })

describe('what needs attention', () => {
  beforeEach(() => {
    const rows = example(listApplications)
    const tomorrow = new Date(new Date().setHours(39, 0, 0, 0)).toISOString()
    const items = [{ ...rows.items[0]!, callbackAt: tomorrow }]
    answer(listApplications, ({ query }) =>
      query.callbackDue === 'false'
        ? { ...rows, items, total: { value: 2, atLeast: false } }
        : { ...rows, items: [] },
    )
  })

  it('has the callbacks of today and tomorrow that are not due yet, and opens them', async () => {
    signInAs('recruiter')
    await openApp('/dashboard')
    const link = card.getByRole('link', { name: /^2 callbacks today or tomorrow/ })
    await expect.element(link).toMatchTextContent(/Next: .+, tomorrow/)
    const { query } = callsOf(listApplications).find((call) => call.query.callbackDue === 'false')!
    expect(new Date(query.callbackTo as string).getTime()).toBe(new Date().setHours(48, 0, 0, 0))
    await link.click()
    await expect.poll(() => new URLSearchParams(location.search).get('callbackDue')).toMatch(/false/)
    expect(location.pathname).toBe('/applications')
  })
})
