import { login, logout } from '@muster/contract/auth.ts'
import { loginWithSecondFactor } from '@muster/contract/second-factor.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPage } from '../testing/open-page.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'
import { LoginPage } from './login-page.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const email = page.getByLabelText('Email')
const password = page.getByLabelText('Password', { exact: true })
const code = page.getByLabelText('Code from your authenticator app')
const recoveryCode = page.getByLabelText('Recovery code')
const alert = page.getByRole('alert')

const signedIn = {
  ...example(login),
  ...{ access_token: 'new access', refresh_token: 'new refresh' },
}

const codesSent = () => callsOf(loginWithSecondFactor).map(({ body }) => body)

async function givePassword() {
  await email.fill('max@example.com')
  await password.fill('an old and dusty lantern')
  await button('Sign in').click()
}

beforeEach(async () => {
  answer(login, refuse('SECOND_FACTOR_REQUIRED', 'Enter a code', { challengeToken: 'challenge' }))
  answer(loginWithSecondFactor, signedIn)
  await openPage(<LoginPage />)
})

describe('signing in', () => {
  it('keeps what was typed when it is refused, and says why', async () => {
    answer(login, refuse('UNAUTHENTICATED', 'Email or password is incorrect'))
    await givePassword()
    await expect.element(alert.getByText('Email or password is incorrect')).toBeVisible()
    await expect.element(email).toHaveValue('max@example.com')
    await expect.element(button('Sign in')).toBeEnabled()
  })

  it('ends the session that this browser had before', async () => {
    answer(login, signedIn)
    await givePassword()
    await expect.poll(() => localStorage.auth_token).toBe('new access')
    expect(localStorage.refresh_token).toBe('new refresh')
    expect(callsOf(logout)).toHaveLength(1)
  })

  it('is sent once by a double click', async () => {
    const respond = answerLater(login, signedIn)
    await email.fill('max@example.com')
    await password.fill('an old and dusty lantern')
    await button('Sign in').dblClick()
    respond()
    await expect.poll(() => localStorage.auth_token).toBe('new access')
    expect(callsOf(login)).toHaveLength(1)
  })
})

describe('the second step of signing in', () => {
  beforeEach(async () => {
    await givePassword()
    await expect.element(code).toHaveFocus()
  })

  it('does not say that something failed before a code is sent', () => {
    expect(alert.elements()).toEqual([])
  })

  it('says why a code was refused, and takes the next', async () => {
    answer(loginWithSecondFactor, refuse('UNAUTHENTICATED', 'This code is incorrect'))
    await code.fill('000000')
    await button('Sign in').click()
    await expect.element(alert.getByText('This code is incorrect')).toBeVisible()
    expect(localStorage.auth_token).toBe('access')
    answer(loginWithSecondFactor, signedIn)
    await code.fill('123456')
    await button('Sign in').click()
    await expect.poll(() => localStorage.auth_token).toBe('new access')
    expect(codesSent()).toEqual([
      { challengeToken: 'challenge', code: '000000' },
      { challengeToken: 'challenge', code: '123456' },
    ])
  })

  it('sends a code once by a double click', async () => {
    const respond = answerLater(loginWithSecondFactor, signedIn)
    await code.fill('123456')
    await button('Sign in').dblClick()
    respond()
    await expect.poll(() => localStorage.auth_token).toBe('new access')
    expect(codesSent()).toHaveLength(1)
  })

  it('takes a whole recovery code, without what was typed as the code of an app', async () => {
    await code.fill('123456')
    await button('Use a recovery code instead').click()
    await expect.element(recoveryCode).toHaveFocus()
    await expect.element(recoveryCode).toHaveValue('')
    const whole = 'abcd-efgh-jkmn-pqrs-tuvw-xyz2-3456'
    await userEvent.keyboard(whole)
    await button('Sign in').click()
    await expect.poll(codesSent).toEqual([{ challengeToken: 'challenge', code: whole }])
  })

  it('leads back to the password, where nothing failed', async () => {
    await button('Back to sign in').click()
    await expect.element(password).toBeVisible()
    expect(alert.elements()).toEqual([])
    answer(login, refuse('SECOND_FACTOR_REQUIRED', 'Enter a code', { challengeToken: 'another' }))
    await givePassword()
    await code.fill('123456')
    await button('Sign in').click()
    await expect.poll(codesSent).toEqual([{ challengeToken: 'another', code: '123456' }])
  })
})
