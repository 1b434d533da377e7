import { updateProfile } from '@muster/contract/own-account.ts'
import { confirmOwnPassword, endOtherSessions, listMySessions } from '@muster/contract/user-sessions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const dialog = page.getByRole('dialog')

describe('signing out everywhere else', () => {
  beforeEach(async () => {
    const [session] = example(listMySessions).items
    answer(listMySessions, {
      ...example(listMySessions),
      items: [
        { ...session!, current: true },
        { ...session!, id: id(2), current: false },
      ],
    })
    answer(endOtherSessions, { ended: 1 })
    await openApp('/settings/sessions')
    await page.getByRole('button', { name: 'Sign out everywhere else…' }).click()
    await expect.element(dialog).toBeVisible()
  })

  const yes = () => dialog.getByRole('button', { name: 'Sign out' }).click()

  it('ends nothing when one answers Cancel', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(endOtherSessions)).toEqual([])
  })

  it('is done after a yes', async () => {
    await yes()
    await expect.element(page.getByText('Signed out 1 session')).toBeVisible()
  })

  it('asks for the password where signing in was long ago, and then goes on', async () => {
    answer(endOtherSessions, () =>
      callsOf(confirmOwnPassword).length > 0
        ? { ended: 1 }
        : refuse('PASSWORD_REQUIRED', 'Enter your password to continue')(),
    )
    await yes()
    await dialog.getByLabelText('Password', { exact: false }).first().fill('an old and dusty lantern')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Signed out 1 session')).toBeVisible()
    expect(callsOf(endOtherSessions)).toHaveLength(2)
  })

  it('is not done when one does not enter the password', async () => {
    answer(endOtherSessions, refuse('PASSWORD_REQUIRED', 'Enter your password to continue'))
    await yes()
    await expect.element(dialog.getByLabelText('Password', { exact: false }).first()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Other sessions not signed out: Enter your password to continue')
    expect(callsOf(endOtherSessions)).toHaveLength(1)
  })
})

describe('the profile', () => {
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const email = page.getByRole('textbox', { name: 'Email', exact: true })
  const save = page.getByRole('button', { name: 'Save profile' })

  beforeEach(async () => {
    await openApp('/settings/profile')
    await expect.element(name).toHaveValue('Kim Berg')
  })

  it('keeps what was typed when it is refused, with why at the field', async () => {
    answer(updateProfile, refuse('VALIDATION', 'Check the fields.', { name: ['This name is too long'] }))
    await name.fill('Kim Very Long')
    await save.click()
    await expect.element(page.getByText('This name is too long')).toBeVisible()
    await expect.element(name).toHaveValue('Kim Very Long')
    await expect.element(save).toBeEnabled()
  })

  it('takes the password for another address, and sends none with a name', async () => {
    await name.fill('Kim')
    await save.click()
    await expect.poll(() => callsOf(updateProfile).length).toBe(1)
    expect(callsOf(updateProfile)[0]?.body).not.toHaveProperty('currentPassword')
    await email.fill('kim.new@example.com')
    await page.getByLabelText('Current password').fill('an old and dusty lantern')
    await save.click()
    await expect
      .poll(() => callsOf(updateProfile).at(-1)?.body)
      .toMatchObject({ email: 'kim.new@example.com', currentPassword: 'an old and dusty lantern' })
  })
})
