import { listMails } from '@muster/contract/admin.ts'
import { inviteUser, listInvitations, resendInvitation } from '@muster/contract/invitations.ts'
import { getWorkspace } from '@muster/contract/workspace.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example } from '../testing/server.ts'

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
