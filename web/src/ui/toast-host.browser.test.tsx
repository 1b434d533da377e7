import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { toast } from './toast.tsx'

it('what could be undone by key is over with the app that showed it', async () => {
  await openApp('/companies')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  const undo = vi.fn()
  toast('Moved to Offer', undo)
  await expect.poll(() => document.body.textContent).toContain('Moved to Offer')
  await openApp('/companies')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.getByText('Moved to Offer').elements()).toEqual([])
  await userEvent.keyboard('z')
  const again = vi.fn()
  toast('Moved to Hired', again)
  await expect.poll(() => document.body.textContent).toContain('Moved to Hired')
  await userEvent.keyboard('z')
  await expect.poll(() => again.mock.calls.length).toBe(1)
  expect(undo).not.toHaveBeenCalled()
})
