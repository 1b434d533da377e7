import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'

afterEach(() => {
  vi.useRealTimers()
})

it('the dashboard greets by the clock of the user, not of UTC', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 9) })
  await openApp('/dashboard')
  await expect.element(page.getByText(/^Good morning, /).first()).toBeVisible()
})
