import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'

it('what is typed before the commands box has loaded does not act on the list behind it', async () => {
  await openApp('/applications')
  await expect.poll(() => document.querySelector('[data-row]')).not.toBeNull()
  await userEvent.keyboard('j')
  await expect.poll(() => document.querySelector('[data-row][data-active]')).not.toBeNull()
  const press = (key: string, ctrlKey = false) =>
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
    )
  press('k', true)
  // React renders in a microtask; the box loads over the network.
  await Promise.resolve()
  expect(page.getByRole('combobox', { name: 'Search or type a command' }).elements()).toEqual([])
  for (const key of ['x', 'e']) press(key)
  const box = page.getByRole('combobox', { name: 'Search or type a command' })
  await expect.element(box).toHaveFocus()
  expect(document.querySelector('[data-row][data-selected]')).toBeNull()
  expect(page.getByRole('dialog').elements()).toHaveLength(1)
})
