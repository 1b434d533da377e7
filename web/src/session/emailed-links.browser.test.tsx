import { acceptInvitation, lookAtInvitation } from '@muster/contract/invitations.ts'
import { forgotPassword, resetPassword } from '@muster/contract/users.ts'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '../testing/open-page.tsx'
import { answer, answerLater, callsOf, example, offline, refuse } from '../testing/server.ts'
import { loadTexts } from '../texts/load-texts.ts'
import { AcceptInvitePage } from './accept-invite-page.tsx'
import { ForgotPasswordPage } from './forgot-password-page.tsx'
import { ResetPasswordPage } from './reset-password-page.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const password = page.getByLabelText(/^(New password|Password)$/)
const long = 'an old and dusty lantern'
const unreachable = /cannot be reached/

async function open(shown: ReactNode, token = 'abc.def') {
  history.replaceState(null, '', token && `/#token=${token}`)
  await loadTexts('session')
  await openPage(shown)
}

describe('a link to reset a password', () => {
  it('sets it with the token of the link, once by a double click, and leads to the sign-in', async () => {
    const respond = answerLater(resetPassword, undefined as never)
    await open(<ResetPasswordPage />)
    await password.fill(long)
    await button('Set password').dblClick()
    respond()
    await expect.element(page.getByRole('heading', { name: 'Password set' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/auth/login')
    expect(callsOf(resetPassword).map(({ body }) => body)).toEqual([{ token: 'abc.def', newPassword: long }])
    expect(password.elements()).toEqual([])
  })

  it('says at the field why a password is refused, and takes another', async () => {
    await open(<ResetPasswordPage />)
    answer(resetPassword, refuse('VALIDATION', 'Check the fields', { newPassword: ['It is too common.'] }))
    await password.fill('short')
    await button('Set password').click()
    await expect.element(page.getByText('It is too common.')).toBeVisible()
    await expect.element(password).toHaveValue('short')
    answer(resetPassword, offline)
    await button('Set password').click()
    await expect.element(page.getByText(unreachable)).toBeVisible()
    await expect.element(button('Set password')).toBeEnabled()
  })

  it('that is used or has expired leads to another one', async () => {
    answer(resetPassword, refuse('VALIDATION', 'Check the fields', { token: ['It was used.'] }))
    await open(<ResetPasswordPage />)
    await password.fill(long)
    await button('Set password').click()
    await expect
      .element(page.getByRole('link', { name: 'Request a new link' }))
      .toHaveAttribute('href', '/auth/forgot-password')
    expect(password.elements()).toEqual([])
  })

  it('without a token says so at once', async () => {
    history.replaceState(null, '', '/')
    await open(<ResetPasswordPage />, '')
    await expect.element(page.getByText('This link is no longer valid')).toBeVisible()
  })
})

describe('a forgotten password', () => {
  it('keeps the email when no link could be sent, and says what the server answers otherwise', async () => {
    answer(forgotPassword, offline)
    await open(<ForgotPasswordPage />)
    const email = page.getByLabelText('Email')
    await email.fill('max@example.com')
    await button('Send link').click()
    await expect.element(page.getByText(unreachable)).toBeVisible()
    await expect.element(email).toHaveValue('max@example.com')
    const respond = answerLater(forgotPassword, {
      ...example(forgotPassword),
      message: 'Look at your inbox.',
    })
    await button('Send link').dblClick()
    respond()
    await expect.element(page.getByRole('status')).toHaveTextContent('Look at your inbox.')
    expect(callsOf(forgotPassword).map(({ body }) => body)).toEqual([
      { email: 'max@example.com' },
      { email: 'max@example.com' },
    ])
    expect(button('Send link').elements()).toEqual([])
  })
})

describe('an invitation', () => {
  beforeEach(() => {
    answer(lookAtInvitation, {
      ...example(lookAtInvitation),
      ...{ workspace: 'Norvik', invitedBy: 'Ada', email: 'ida@example.com', name: 'Ida', role: 'recruiter' },
    })
  })

  it('says who invites to what, and keeps what was typed when it is refused', async () => {
    await open(<AcceptInvitePage />)
    await expect.element(page.getByRole('heading', { name: 'Join Norvik' })).toBeVisible()
    await expect.element(page.getByText('Ada invited you. Your role: Recruiter.')).toBeVisible()
    await expect.element(page.getByLabelText('Email')).toHaveAttribute('readonly')
    await page.getByLabelText('Your name').fill('Ida Ö')
    await password.fill('short')
    answer(acceptInvitation, refuse('VALIDATION', 'Check the fields', { password: ['It is too short.'] }))
    await button('Join').click()
    await expect.element(page.getByText('It is too short.')).toBeVisible()
    answer(acceptInvitation, offline)
    await button('Join').click()
    await expect.element(page.getByRole('alert').filter({ hasText: unreachable })).toBeVisible()
    await expect.element(page.getByLabelText('Your name')).toHaveValue('Ida Ö')
    await expect.element(password).toHaveValue('short')
    await expect.element(button('Join')).toBeEnabled()
    expect(callsOf(acceptInvitation).map(({ body }) => body)[1]).toMatchObject({
      ...{ token: 'abc.def', name: 'Ida Ö', password: 'short' },
    })
  })

  it('that is refused for something the form does not ask says why', async () => {
    await open(<AcceptInvitePage />)
    await password.fill(long)
    answer(acceptInvitation, refuse('VALIDATION', 'Check the fields', { email: ['It is in use here.'] }))
    await button('Join').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is in use here.')
    await expect.element(button('Join')).toBeEnabled()
  })

  it('that is not valid says why, without an offer to load it again', async () => {
    answer(lookAtInvitation, refuse('VALIDATION', 'Check the link', { token: ['It was revoked.'] }))
    await open(<AcceptInvitePage />)
    await expect.element(page.getByText('This invitation is not valid')).toBeVisible()
    await expect.element(page.getByText('It was revoked.')).toBeVisible()
    expect(button('Retry').elements()).toEqual([])
  })

  it('that could not be read is read again', async () => {
    answer(lookAtInvitation, offline)
    await open(<AcceptInvitePage />)
    await expect.element(page.getByText(unreachable)).toBeVisible()
    answer(lookAtInvitation, { ...example(lookAtInvitation), workspace: 'Norvik' })
    await button('Retry').click()
    await expect.element(page.getByRole('heading', { name: 'Join Norvik' })).toBeVisible()
  })

  it('that is revoked while one types says so instead of the form', async () => {
    answer(acceptInvitation, refuse('VALIDATION', 'Check the link', { token: ['It was revoked.'] }))
    await open(<AcceptInvitePage />)
    await password.fill(long)
    await button('Join').click()
    await expect.element(page.getByText('It was revoked.')).toBeVisible()
    expect(button('Join').elements()).toEqual([])
  })
})
