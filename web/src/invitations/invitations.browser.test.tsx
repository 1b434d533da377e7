import { listMails } from '@muster/contract/admin.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import {
  inviteUser,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@muster/contract/invitations.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { listRoles } from '@muster/contract/users.ts'
import { getWorkspace } from '@muster/contract/workspace.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const email = 'mira@example.com'
const link = 'https://muster.example.com/auth/accept-invite#token=abc.def'
const drawer = page.getByRole('dialog', { name: 'Invite user' })
const linkField = page.getByRole('textbox', { name: 'Invitation link' })

async function openDrawer(sendsEmail: boolean) {
  answer(getWorkspace, { ...example(getWorkspace), sendsEmail })
  answer(inviteUser, { ...example(inviteUser), email })
  const [mail] = example(listMails).items
  const of = (to: string, text: string, state: 'waiting' | 'canceled') => ({ ...mail!, to, text, state })
  answer(listMails, {
    ...example(listMails),
    items: [
      of('other@example.com', 'https://muster.example.com/auth/accept-invite#token=of.other', 'waiting'),
      of(email, 'https://muster.example.com/auth/accept-invite#token=void.link', 'canceled'),
      of(email, `Join us:\n${link}\nIt works once.`, 'waiting'),
    ],
  })
  await openApp('/settings/invitations?add=true')
  await expect.element(drawer.getByLabelText('Email')).toBeVisible()
}

async function invite(name: string) {
  await drawer.getByLabelText('Email').fill(email)
  await drawer.getByRole('button', { name }).click()
  await expect.poll(() => callsOf(inviteUser)).toHaveLength(1)
}

describe('an invitation without a mail server', () => {
  it('says before and after that no email is sent, and gives the link to those who may read the outbox', async () => {
    signInAs('superadmin')
    await openDrawer(false)
    await expect.element(drawer.getByText('so no email is sent', { exact: false })).toBeVisible()
    await invite('Create invitation')
    await expect.element(page.getByText(`Invitation for ${email} created. No email was sent.`)).toBeVisible()
    await expect.element(linkField).toHaveValue(link)
    await expect.element(page.getByRole('button', { name: 'Copy link' })).toBeEnabled()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.element(drawer).not.toBeInTheDocument()
  })

  it('leads others to the operator, and loads no link', async () => {
    signInAs('admin')
    await openDrawer(false)
    await invite('Create invitation')
    await expect.element(page.getByText('Ask the operator', { exact: false })).toBeVisible()
    expect(linkField.elements()).toEqual([])
    expect(callsOf(listMails)).toEqual([])
  })

  it('is not said to be sent again', async () => {
    signInAs('superadmin')
    const [invitation] = example(listInvitations).items
    const can = { resend: true, revoke: true }
    answer(listInvitations, { ...example(listInvitations), items: [{ ...invitation!, email, can }] })
    await openDrawer(false)
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Resend invitation to ${email}` }).click()
    await expect.poll(() => callsOf(resendInvitation)).toHaveLength(1)
    await expect.element(linkField).toHaveValue(link)
  })
})

it('is sent by a mail server, and its link shown to nobody', async () => {
  signInAs('superadmin')
  await openDrawer(true)
  await invite('Send invitation')
  await expect.element(page.getByText(`Invited ${email}`)).toBeVisible()
  expect(callsOf(listMails)).toEqual([])
})

describe('an invitation in the list', () => {
  const revoke = page.getByRole('button', { name: `Revoke invitation to ${email}` })
  const resend = page.getByRole('button', { name: `Resend invitation to ${email}` })
  const question = page.getByRole('dialog', { name: 'Revoke this invitation?' })

  async function openList(can = { resend: true, revoke: true }) {
    const [invitation] = example(listInvitations).items
    answer(getWorkspace, { ...example(getWorkspace), sendsEmail: true })
    answer(listInvitations, { ...example(listInvitations), items: [{ ...invitation!, email, can }] })
    await openApp('/settings/invitations')
    await expect.element(page.getByText(email).first()).toBeVisible()
  }

  it('is revoked only on a yes', async () => {
    await openList()
    await revoke.click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => question.elements()).toEqual([])
    expect(callsOf(revokeInvitation)).toEqual([])
    await revoke.click()
    const reads = callsOf(listInvitations).length
    await question.getByRole('button', { name: 'Revoke' }).click()
    await expect.element(page.getByText(`Revoked the invitation to ${email}`)).toBeVisible()
    expect(callsOf(revokeInvitation)).toHaveLength(1)
    await expect.poll(() => callsOf(listInvitations).length).toBeGreaterThan(reads)
  })

  it('says why it was neither revoked nor sent again', async () => {
    await openList()
    answer(revokeInvitation, refuse('CONFLICT', 'It was accepted.'))
    answer(resendInvitation, refuse('CONFLICT', 'It was accepted.'))
    await revoke.click()
    await question.getByRole('button', { name: 'Revoke' }).click()
    await expect.element(page.getByText('Invitation not revoked: It was accepted.')).toBeVisible()
    await resend.click()
    await expect.element(page.getByText('Invitation not sent: It was accepted.')).toBeVisible()
    expect(page.getByText(/Sent .* a new link/).elements()).toEqual([])
  })

  it('that is over has no actions', async () => {
    await openList({ resend: false, revoke: false })
    expect([...revoke.elements(), ...resend.elements()]).toEqual([])
  })

  it('has a company only as a reviewer of a client', async () => {
    const [role] = example(listRoles).items
    const roleOf = (key: Role) => ({ ...role!, key, assignable: true })
    answer(listRoles, { items: [roleOf('recruiter'), roleOf('client_reviewer')] })
    const [company] = example(listCompanies).items
    answer(listCompanies, { ...example(listCompanies), items: [{ ...company!, name: 'Norvik' }] })
    await openDrawer(true)
    await drawer.getByLabelText('Email').fill(email)
    await drawer.getByLabelText('Role').selectOptions('client_reviewer')
    await drawer.getByLabelText('Reviewer’s company').selectOptions('Norvik')
    await drawer.getByLabelText('Role').selectOptions('recruiter')
    await drawer.getByRole('button', { name: 'Send invitation' }).click()
    await expect
      .poll(() => callsOf(inviteUser).map(({ body }) => body))
      .toMatchObject([{ email, role: 'recruiter', companyId: null }])
  })

  it('of somebody who is here already is said at the email, and nothing typed is lost', async () => {
    await openDrawer(true)
    answer(inviteUser, refuse('CONFLICT', 'This person is a user already.'))
    await drawer.getByLabelText('Name').fill('Mira')
    await invite('Send invitation')
    await expect.element(drawer.getByText('This person is a user already.')).toBeVisible()
    await expect.element(drawer.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(drawer.getByLabelText('Name')).toHaveValue('Mira')
  })
})
