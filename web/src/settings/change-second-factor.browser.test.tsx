import { getSecondFactor, removeSecondFactor, renewRecoveryCodes } from '@muster/contract/second-factor.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
// The field of the page's own form for a new password comes first.
const password = page.getByLabelText('Current password').last()
const code = page.getByLabelText('Code from your authenticator app')
const codes = page.getByRole('list', { name: 'Recovery codes' })
const typed = { currentPassword: 'an old and dusty lantern', code: '123456' }

const factor = (more: object = {}) => ({
  ...example(getSecondFactor),
  ...{ enabled: true, required: false, recoveryCodesLeft: 7 },
  ...more,
})

beforeEach(() => {
  answer(getSecondFactor, factor())
  answer(renewRecoveryCodes, { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] })
})

async function begin(what: string) {
  await openApp('/settings/password')
  await button(what).click()
  await expect.element(code).toBeVisible()
  await password.fill(typed.currentPassword)
  await code.fill(typed.code)
}

const ways = [
  ['new recovery codes', 'New recovery codes…', 'Generate new codes', renewRecoveryCodes],
  ['turning 2FA off', 'Turn off 2FA…', 'Turn off 2FA', removeSecondFactor],
] as const

describe.each(ways)('%s', (_, opener, action, endpoint) => {
  beforeEach(() => begin(opener))

  const sent = () => callsOf(endpoint).map(({ body }) => body)

  it('changes nothing on Cancel, and asks for both again', async () => {
    await button('Cancel').click()
    await button(opener).click()
    await expect.element(code).toHaveValue('')
    await expect.element(password).toHaveValue('')
    expect(sent()).toEqual([])
  })

  it('keeps the password and the code when the code is wrong, with why at the field alone', async () => {
    answer(endpoint, refuse('VALIDATION', 'Check the fields.', { code: ['This code is wrong'] }))
    await button(action).click()
    await expect.element(page.getByText('This code is wrong')).toBeVisible()
    await expect.element(code).toHaveFocus()
    expect(page.getByText(/2FA not changed/).elements()).toEqual([])
    await expect.element(code).toHaveValue(typed.code)
    await expect.element(password).toHaveValue(typed.currentPassword)
  })

  it('keeps them and says why where no field is to blame', async () => {
    answer(endpoint, refuse('CONFLICT', '2FA is required by the workspace'))
    await button(action).click()
    await expect.element(page.getByText('2FA not changed: 2FA is required by the workspace')).toBeVisible()
    await expect.element(code).toHaveValue(typed.code)
    expect(codes.elements()).toEqual([])
  })

  it('takes the password and a code, neither of them alone', async () => {
    await code.fill(' ')
    await expect.element(button(action)).toBeDisabled()
    await code.fill(typed.code)
    await password.fill('')
    await expect.element(button(action)).toBeDisabled()
  })
})

describe('new recovery codes', () => {
  it('are created once by a double click, and shown until they are saved', async () => {
    await begin('New recovery codes…')
    const respond = answerLater(renewRecoveryCodes, { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] })
    await button('Generate new codes').dblClick()
    respond()
    await expect.element(codes.getByText('cccc-dddd')).toBeVisible()
    expect(callsOf(renewRecoveryCodes).map(({ body }) => body)).toEqual([typed])
    await expect
      .element(page.getByRole('link', { name: 'Download' }))
      .toHaveAttribute('href', expect.stringContaining('aaaa-bbbb%0Acccc-dddd'))
    answer(getSecondFactor, factor({ recoveryCodesLeft: 10 }))
    await button('I saved these codes').click()
    await expect.poll(() => codes.elements()).toEqual([])
    await expect.element(page.getByText(/10 recovery codes left/)).toBeVisible()
  })
})

describe('turning 2FA off', () => {
  it('is done once by a double click, and offers to set it up again', async () => {
    await begin('Turn off 2FA…')
    const respond = answerLater(removeSecondFactor, undefined as never)
    await button('Turn off 2FA').dblClick()
    answer(getSecondFactor, factor({ enabled: false, since: null }))
    respond()
    await expect.element(page.getByText('2FA is off')).toBeVisible()
    expect(callsOf(removeSecondFactor).map(({ body }) => body)).toEqual([typed])
    await expect.element(button('Set up 2FA…')).toBeVisible()
  })

  it('is not offered where 2FA is required', async () => {
    answer(getSecondFactor, factor({ required: true }))
    await openApp('/settings/password')
    await expect.element(button('Turn off 2FA…')).toBeDisabled()
    await expect.element(button('New recovery codes…')).toBeEnabled()
  })
})

it('the state of 2FA says why it failed to load, not that it is off, and loads again', async () => {
  answer(getSecondFactor, refuse('FORBIDDEN', '2FA is out of reach'))
  await openApp('/settings/password')
  await expect.element(page.getByText('2FA is out of reach')).toBeVisible()
  expect(button('Set up 2FA…').elements()).toEqual([])
  answer(getSecondFactor, factor())
  await button('Retry').click()
  await expect.element(page.getByText(/7 recovery codes left/)).toBeVisible()
})

it('the length that a password needs is that of an account with or without 2FA', async () => {
  await openApp('/settings/password')
  await expect.element(page.getByText(/^At least 8 characters, because you use 2FA/)).toBeVisible()
  answer(getSecondFactor, factor({ enabled: false, since: null }))
  await openApp('/settings/password')
  await expect.element(page.getByText(/^At least 15 characters/)).toBeVisible()
})

it('an account without 2FA is said to need it only where it is required', async () => {
  answer(getSecondFactor, factor({ enabled: false, since: null }))
  await openApp('/settings/password')
  await expect.element(page.getByText(/^Off\. Your account is protected by a password only/)).toBeVisible()
  answer(getSecondFactor, factor({ enabled: false, since: null, required: true }))
  await openApp('/settings/password')
  await expect.element(page.getByText('2FA is required for your account.')).toBeVisible()
})
