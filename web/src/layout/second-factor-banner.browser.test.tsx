import { getCurrentUser } from '@muster/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type CurrentUser, storeUser } from '../session/stored-session.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer } from '../testing/server.ts'

const banner = page.getByRole('region', { name: '2FA not set up' })

async function openAs(role: 'superadmin' | 'admin', more: Partial<CurrentUser>) {
  const user = { ...signInAs(role), impersonation: null, ...more }
  answer(getCurrentUser, user)
  storeUser(user)
  await openApp('/settings/profile')
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
}

describe('the banner about 2FA', () => {
  it('is shown to a superadmin without 2FA, until it is dismissed', async () => {
    await openAs('superadmin', { hasSecondFactor: false })
    await expect.element(banner).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => banner.elements()).toEqual([])
    await openApp('/settings/password')
    await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    expect(banner.elements()).toEqual([])
  })

  it.each([
    ['a superadmin with 2FA', 'superadmin', { hasSecondFactor: true }],
    ['an administrator of one workspace', 'admin', { hasSecondFactor: false }],
  ] as const)('is not shown to %s', async (_, role, more) => {
    await openAs(role, more)
    expect(banner.elements()).toEqual([])
    expect(document.body.textContent).not.toContain('protected by a password only')
  })
})
