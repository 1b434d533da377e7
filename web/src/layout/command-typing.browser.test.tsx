import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'

const press = (key: string, more: KeyboardEventInit = {}) =>
  document.activeElement!.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
  )

it('what is typed before the commands box appears goes into it, and not to the list behind it', async () => {
  await openApp('/applications')
  await expect.poll(() => document.querySelector('[data-row]')).not.toBeNull()
  await userEvent.keyboard('j')
  await expect.poll(() => document.querySelector('[data-row][data-active]')).not.toBeNull()
  // All in one task: nothing can be rendered in between.
  press('k', { ctrlKey: true })
  for (const key of ['x', 'e', 'e', 'Backspace', 'l', 'Enter']) press(key)
  const box = page.getByRole('combobox', { name: 'Search or type a command' })
  await expect.element(box).toHaveValue('xel')
  await expect.element(box).toHaveFocus()
  expect(document.querySelector('[data-row][data-selected]')).toBeNull()
  expect(page.getByRole('dialog').elements()).toHaveLength(1)
})

it('Escape before the commands box appears closes it, and the keys act on the screen again', async () => {
  await openApp('/settings/profile')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  press('k', { ctrlKey: true })
  press('Escape')
  let reached = ''
  addEventListener('keydown', ({ key }) => (reached += key), { once: true })
  press('a')
  expect(reached).toBe('a')
})
