import { listNotificationChoices, setNotificationChoice } from '@muster/contract/notifications.ts'
import { changePassword, updateProfile } from '@muster/contract/own-account.ts'
import { beginSecondFactor, confirmSecondFactor, getSecondFactor } from '@muster/contract/second-factor.ts'
import { confirmOwnPassword, endOtherSessions, listMySessions } from '@muster/contract/user-sessions.ts'
import { encode } from 'uqr'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

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

describe('the password', () => {
  const current = page.getByLabelText('Current password').first()
  const fresh = page.getByLabelText('New password').first()
  const change = page.getByRole('button', { name: 'Change password' })

  beforeEach(async () => {
    await openApp('/settings/password')
    await current.fill('an old and dusty lantern')
    await fresh.fill('too short')
  })

  it('that is refused stays typed, with why at the field', async () => {
    answer(
      changePassword,
      refuse('VALIDATION', 'Check the fields.', { newPassword: ['Use more characters'] }),
    )
    await change.click()
    await expect.element(page.getByText('Use more characters')).toBeVisible()
    await expect.element(current).toHaveValue('an old and dusty lantern')
    await expect.element(fresh).toHaveValue('too short')
  })

  it('leaves the page once it is changed', async () => {
    await change.click()
    await expect.element(page.getByText(/Password changed/)).toBeVisible()
    await expect.element(current).toHaveValue('')
    await expect.element(fresh).toHaveValue('')
  })
})

describe('setting up 2FA', () => {
  const field = (name: string) => page.getByLabelText(name).first()
  const begun = {
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Muster:kim%40example.com?issuer=Muster&secret=JBSWY3DPEHPK3PXP',
  }

  beforeEach(async () => {
    answer(beginSecondFactor, begun)
    answer(getSecondFactor, { ...example(getSecondFactor), enabled: false, required: false })
    await openApp('/settings/password')
    await page.getByRole('button', { name: 'Set up 2FA…' }).click()
  })

  const setup = page.getByText('You need an authenticator app', { exact: false })

  /** Types into the setup's own field, below that of the password. */
  async function confirmPassword() {
    await expect.element(setup).toBeVisible()
    await page.getByLabelText('Current password').last().fill('an old and dusty lantern')
    await page.getByRole('button', { name: 'Continue' }).click()
  }

  it('shows the recovery codes before it ends', async () => {
    await confirmPassword()
    await field('Code from the app').fill('123456')
    await page.getByRole('button', { name: 'Turn on 2FA' }).click()
    await expect.element(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    expect(callsOf(confirmSecondFactor)[0]?.body).toEqual({ code: '123456' })
    await page.getByRole('button', { name: 'I saved these codes' }).click()
    await expect.poll(() => page.getByRole('list', { name: 'Recovery codes' }).elements()).toEqual([])
  })

  it('says whether the recovery codes were copied', async () => {
    const copied: string[] = []
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Denied'))
    write.mockImplementationOnce(async (text) => void copied.push(text))
    onTestFinished(() => write.mockRestore())
    answer(confirmSecondFactor, { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] })
    await confirmPassword()
    await field('Code from the app').fill('123456')
    await page.getByRole('button', { name: 'Turn on 2FA' }).click()
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.element(page.getByText(/^The browser did not allow copying/)).toBeVisible()
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.element(page.getByText('Codes copied')).toBeVisible()
    expect(copied).toEqual(['aaaa-bbbb\ncccc-dddd\n'])
  })

  it('says why a code is wrong, and takes another', async () => {
    answer(confirmSecondFactor, refuse('VALIDATION', 'Check the fields.', { code: ['This code is wrong'] }))
    await confirmPassword()
    await field('Code from the app').fill('123456')
    await page.getByRole('button', { name: 'Turn on 2FA' }).click()
    await expect.element(page.getByText('This code is wrong')).toBeVisible()
    await expect.element(field('Code from the app')).toHaveValue('123456')
    expect(callsOf(beginSecondFactor)).toHaveLength(1)
  })

  it('shows the key that is to be typed, and the same as a QR code', async () => {
    const { secret, uri } = begun
    await confirmPassword()
    await expect.element(page.getByText(secret, { exact: true })).toBeVisible()
    const { size } = encode(uri, { ecc: 'M', border: 2 })
    await expect
      .element(page.getByRole('img', { name: /^QR code/ }))
      .toHaveAttribute('viewBox', `0 0 ${size} ${size}`)
  })

  it('does not say that something failed once the password is right', async () => {
    answer(beginSecondFactor, refuse('VALIDATION', 'Check the fields.', { currentPassword: ['Wrong'] }))
    await confirmPassword()
    await expect.element(page.getByText('Wrong', { exact: true })).toBeVisible()
    answer(beginSecondFactor, begun)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect.element(field('Code from the app')).toBeVisible()
    await expect.element(field('Code from the app')).not.toHaveAttribute('aria-invalid', 'true')
    expect(page.getByText(/^(Wrong|Check the fields\.)$/).elements()).toEqual([])
  })

  it('says why it failed where no field is to blame', async () => {
    answer(confirmSecondFactor, refuse('CONFLICT', '2FA is already on'))
    await confirmPassword()
    await field('Code from the app').fill('123456')
    await page.getByRole('button', { name: 'Turn on 2FA' }).click()
    await expect.element(page.getByText('2FA is already on')).toBeVisible()
  })

  it('takes a code as apps show it, once by a double click', async () => {
    await confirmPassword()
    await expect.element(field('Code from the app')).toHaveFocus()
    await userEvent.keyboard('123 456')
    const respond = answerLater(confirmSecondFactor, { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] })
    await page.getByRole('button', { name: 'Turn on 2FA' }).dblClick()
    respond()
    await expect.element(page.getByRole('list', { name: 'Recovery codes' })).toBeVisible()
    expect(callsOf(confirmSecondFactor).map(({ body }) => body)).toEqual([{ code: '123 456' }])
  })

  it('turns nothing on when one answers Cancel', async () => {
    await confirmPassword()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('button', { name: 'Set up 2FA…' })).toBeVisible()
    expect(callsOf(confirmSecondFactor)).toEqual([])
  })
})

describe('the choice of notifications', () => {
  const box = (name: string) => page.getByRole('checkbox', { name })

  beforeEach(async () => {
    answer(listNotificationChoices, {
      items: [
        { kind: 'mention', inApp: true, mail: false },
        { kind: 'overdue', inApp: true, mail: false },
      ],
    })
    await openApp('/settings/notifications')
    await expect.element(box('Mentions: email')).toBeVisible()
  })

  it('is what it was when it could not be changed', async () => {
    answer(setNotificationChoice, refuse('UNAVAILABLE', 'The server is busy.'))
    await box('Mentions: email').click()
    await expect.element(page.getByText(/The server is busy/).first()).toBeVisible()
    await expect.element(box('Mentions: email')).not.toBeChecked()
  })

  it('changes one way of being told, and keeps the other', async () => {
    await box('Mentions: email').click()
    await expect
      .poll(() => callsOf(setNotificationChoice))
      .toMatchObject([{ params: { kind: 'mention' }, body: { inApp: true, mail: true } }])
  })

  it('leaves reminders in Muster', async () => {
    await expect.element(box('Overdue applications: in Muster')).toBeDisabled()
    await expect.element(box('Overdue applications: in Muster')).toBeChecked()
  })
})
