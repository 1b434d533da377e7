import { revokeApiKey } from '@muster/contract/api-keys.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import { revokeInvitation } from '@muster/contract/invitations.ts'
import { getUser } from '@muster/contract/manage-users.ts'
import { resetUserPassword } from '@muster/contract/own-account.ts'
import { eraseCandidate, previewErasure } from '@muster/contract/privacy.ts'
import { resetUserSecondFactor } from '@muster/contract/second-factor.ts'
import { cancelSubscription } from '@muster/contract/subscriptions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exampleId } from '../testing/example.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

interface Question {
  what: string
  address: string
  /** The button that asks. */
  asks: string | RegExp
  /** The answers. */
  yes: string
  no?: string
  does: AnyEndpoint
}

const questions: Question[] = [
  {
    what: 'revoking an API key',
    address: '/settings/api-keys',
    asks: /^Revoke Example/,
    yes: 'Revoke',
    does: revokeApiKey,
  },
  {
    what: 'revoking an invitation',
    address: '/settings/invitations',
    asks: /^Revoke invitation/,
    yes: 'Revoke',
    does: revokeInvitation,
  },
  {
    what: 'canceling the plan',
    address: '/plans',
    asks: 'Cancel plan…',
    yes: 'Cancel plan',
    no: 'Keep plan',
    does: cancelSubscription,
  },
  {
    what: 'mailing a user a password link',
    address: `/settings/users?user=${exampleId}`,
    asks: 'Send password reset link…',
    yes: 'Send link',
    does: resetUserPassword,
  },
  {
    what: "resetting a user's 2FA",
    address: `/settings/users?user=${exampleId}`,
    asks: 'Reset 2FA…',
    yes: 'Reset 2FA',
    does: resetUserSecondFactor,
  },
]

describe.each(questions)('$what', ({ address, asks, yes, no = 'Cancel', does }) => {
  const answers = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).last()

  beforeEach(async () => {
    answer(getUser, {
      ...example(getUser),
      status: 'active',
      emailConfirmed: true,
      pendingEmail: null,
      secondFactor: true,
    })
    await openApp(address)
    await page.getByRole('button', { name: asks }).first().click()
    await expect.element(answers(yes)).toBeVisible()
  })

  it('is not done on Cancel', async () => {
    await answers(no).click()
    await expect.poll(() => answers(yes).elements()).toEqual([])
    expect(callsOf(does)).toEqual([])
  })

  it('is not done on Escape', async () => {
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => answers(yes).elements()).toEqual([])
    expect(callsOf(does)).toEqual([])
  })

  it('is done once on a yes', async () => {
    await answers(yes).click()
    await expect.poll(() => callsOf(does)).toHaveLength(1)
  })

  it('says why it was refused', async () => {
    answer(does, refuse('CONFLICT', 'Not while it rains.') as never)
    await answers(yes).click()
    await expect.element(page.getByRole('alert').filter({ hasText: 'Not while it rains.' })).toBeVisible()
  })
})

describe('a form that is left with unsaved changes', () => {
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const dialog = page.getByRole('dialog')

  beforeEach(async () => {
    await openApp('/settings/profile')
    await name.fill('Kim Unsaved')
    await page.getByRole('link', { name: 'Candidates' }).first().click()
    await expect.element(dialog).toBeVisible()
  })

  it('keeps what was typed when one stays', async () => {
    await dialog.getByRole('button', { name: 'Stay' }).click()
    await expect.element(name).toHaveValue('Kim Unsaved')
    expect(location.pathname).toBe('/settings/profile')
  })

  it('is left when one says so', async () => {
    await dialog.getByRole('button', { name: 'Leave' }).click()
    await expect.poll(() => location.pathname).toBe('/candidates')
  })
})

describe('the actions on a candidate', () => {
  const items = () =>
    page
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent)

  it('are in one menu, those of the application first', async () => {
    await openApp(`/candidates/${exampleId}`)
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Delete candidate' })).toBeVisible()
    expect(items()).toEqual(expect.arrayContaining(['Export all data', 'Erase permanently…']))
    expect(
      page
        .getByRole('main')
        .getByRole('button', { name: /Privacy|Delete/ })
        .elements(),
    ).toEqual([])
  })

  it('leave out erasing for those without the permission', async () => {
    signInAs('owner', ['candidates:read', 'candidates:write'])
    await openApp(`/candidates/${exampleId}`)
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Delete candidate' })).toBeVisible()
    expect(items()).not.toContain('Erase permanently…')
  })
})

describe('erasing a person', () => {
  const dialog = page.getByRole('dialog')
  const erase = dialog.getByRole('button', { name: 'Erase permanently' })

  async function ask(openApplications: number) {
    answer(previewErasure, { ...example(previewErasure), name: 'Example name', openApplications })
    await openApp(`/candidates/${exampleId}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: /Erase/ }).click()
    await expect.element(erase).toBeVisible()
  }

  it('takes their name, typed', async () => {
    await ask(0)
    const field = dialog.getByRole('textbox')
    await expect.element(erase).toBeDisabled()
    await field.fill('Example nam')
    await expect.element(erase).toBeDisabled()
    await field.fill('Example name')
    await erase.click()
    await expect
      .poll(() => callsOf(eraseCandidate).map(({ body }) => body))
      .toEqual([{ confirmName: 'Example name' }])
  })

  it('is not offered while an application is open', async () => {
    await ask(1)
    await expect.element(erase).toBeDisabled()
    expect(dialog.getByRole('textbox').elements()).toEqual([])
  })

  it('is not done on Cancel', async () => {
    await ask(0)
    await dialog.getByRole('textbox').fill('Example name')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => dialog.elements()).toEqual([])
    expect(callsOf(eraseCandidate)).toEqual([])
  })
})
