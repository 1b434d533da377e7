import {
  createWorkspace,
  getAdministeredWorkspace,
  inviteWorkspaceOwner,
  listWorkspaces,
  renameWorkspace,
  resumeWorkspace,
  suspendWorkspace,
} from '@muster/contract/admin-workspaces.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { storeUser } from '../session/stored-session.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

type Workspace = ReturnType<typeof example<typeof getAdministeredWorkspace>>

const drawer = page.getByRole('dialog', { name: 'Harbour Staffing' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const reason = drawer.getByLabelText('Reason (recorded in the audit log)')

const workspaceOf = (more: Partial<Workspace> = {}): Workspace => ({
  ...example(getAdministeredWorkspace),
  ...{ id: id(2), name: 'Harbour Staffing', state: 'active', suspendedAt: null, ...more },
})

async function open(more: Partial<Workspace> = {}) {
  answer(getAdministeredWorkspace, workspaceOf(more))
  await openApp(`/admin/workspaces?open=${id(2)}`)
  await expect.element(drawer.getByRole('button', { name: 'Rename' })).toBeVisible()
}

beforeEach(() => {
  signInAs('superadmin')
})

describe('suspending a workspace', () => {
  beforeEach(() => open())

  it('needs a reason, and a yes', async () => {
    await expect.element(button('Suspend workspace…')).toBeDisabled()
    await reason.fill('  ')
    await expect.element(button('Suspend workspace…')).toBeDisabled()
    await reason.fill('Unpaid')
    await button('Suspend workspace…').click()
    await button('Cancel').click()
    await expect.poll(() => button('Cancel').elements()).toEqual([])
    expect(callsOf(suspendWorkspace)).toEqual([])
    await expect.element(reason).toHaveValue('Unpaid')
  })

  it('is done with the reason, and can then be undone', async () => {
    answer(suspendWorkspace, () => {
      answer(getAdministeredWorkspace, workspaceOf({ state: 'suspended', suspensionReason: 'Unpaid' }))
      return example(suspendWorkspace)
    })
    answer(resumeWorkspace, () => {
      answer(getAdministeredWorkspace, workspaceOf())
      return example(resumeWorkspace)
    })
    await reason.fill('Unpaid')
    await button('Suspend workspace…').click()
    await button('Suspend').click()
    await button('Resume').click()
    await expect.element(button('Suspend workspace…')).toBeVisible()
    expect(callsOf(suspendWorkspace)).toMatchObject([{ params: { id: id(2) }, body: { reason: 'Unpaid' } }])
    expect(callsOf(resumeWorkspace)).toMatchObject([{ params: { id: id(2) } }])
  })

  it('that is refused says why, and keeps the reason', async () => {
    answer(suspendWorkspace, refuse('CONFLICT', 'It is yours'))
    await reason.fill('Unpaid')
    await button('Suspend workspace…').click()
    await button('Suspend').click()
    await expect.element(page.getByText('Not suspended: It is yours')).toBeVisible()
    await expect.element(reason).toHaveValue('Unpaid')
  })
})

describe('a workspace', () => {
  it('of one’s own cannot be suspended', async () => {
    const user = signInAs('superadmin')
    const own = { ...user, workspace: { ...user.workspace, id: id(2) } }
    answer(getCurrentUser, own)
    storeUser(own)
    answer(getAdministeredWorkspace, workspaceOf())
    await openApp(`/admin/workspaces?open=${id(2)}`)
    await expect.element(page.getByText(/^You are a user of this workspace/)).toBeVisible()
    expect(button('Suspend workspace…').elements()).toEqual([])
  })

  it('keeps the name that is typed when it is refused', async () => {
    await open()
    const name = drawer.getByLabelText('Name', { exact: true })
    await expect.element(button('Rename')).toBeDisabled()
    answer(renameWorkspace, refuse('CONFLICT', 'This name is taken'))
    await name.fill('Harbour')
    await button('Rename').click()
    await expect.element(page.getByText('Not renamed: This name is taken')).toBeVisible()
    await expect.element(name).toHaveValue('Harbour')
    expect(callsOf(renameWorkspace)).toMatchObject([{ params: { id: id(2) }, body: { name: 'Harbour' } }])
  })

  it('leads to its own users', async () => {
    await open()
    const link = drawer.getByRole('link', { name: 'View users' })
    await expect.element(link).toHaveAttribute('href', `/admin/users?workspaceId=${id(2)}`)
  })

  it('with owners invites no other', async () => {
    await open({ owners: [{ id: id(3), name: 'Olga Berg', email: 'olga@example.com', lastSeenAt: null }] })
    await expect.element(drawer.getByText('olga@example.com')).toBeVisible()
    expect(button('Resend invitation').elements()).toEqual([])
  })
})

describe('the invitation of an owner', () => {
  const invitation = (expiresAt: string) => ({
    owners: [],
    ownerInvitation: { name: 'Olga Berg', email: 'olga@example.com', sentAt: expiresAt, expiresAt },
  })

  it('is said to be over only once it is', async () => {
    await open(invitation('2020-03-02T10:00:00.000Z'))
    await expect.element(drawer.getByText(/The invitation to olga@example.com expired on/)).toBeVisible()
    await open(invitation('2120-03-02T10:00:00.000Z'))
    await expect.element(drawer.getByText(/The invitation to olga@example.com expires on/)).toBeVisible()
  })

  it('goes to the address that is typed, which stays if it is refused', async () => {
    await open(invitation('2020-03-02T10:00:00.000Z'))
    const email = drawer.getByLabelText('Owner email')
    await email.fill('olga.berg@example.com')
    answer(inviteWorkspaceOwner, refuse('CONFLICT', 'This address is in use'))
    await button('Resend invitation').click()
    await expect.element(page.getByText('Not invited: This address is in use')).toBeVisible()
    await expect.element(email).toHaveValue('olga.berg@example.com')
    answer(inviteWorkspaceOwner, () => {
      answer(getAdministeredWorkspace, workspaceOf(invitation('2120-03-02T10:00:00.000Z')))
      return undefined as never
    })
    await button('Resend invitation').click()
    await expect.element(drawer.getByText(/expires on/)).toBeVisible()
    expect(callsOf(inviteWorkspaceOwner).at(-1)).toMatchObject({
      params: { id: id(2) },
      body: { name: 'Olga Berg', email: 'olga.berg@example.com' },
    })
  })
})

describe('a new workspace', () => {
  beforeEach(async () => {
    await openApp('/admin/workspaces?add=true')
    const form = page.getByRole('dialog', { name: 'Create workspace' })
    await form.getByLabelText('Name', { exact: true }).fill('Harbour Staffing')
    await form.getByLabelText('Owner name').fill('Olga Berg')
    await form.getByLabelText('Owner email').fill('olga@example.com')
  })

  it('opens once it is created, by a double click too', async () => {
    const created = { ...example(createWorkspace), id: id(2), name: 'Harbour Staffing' }
    answer(createWorkspace, created)
    answer(listWorkspaces, { ...example(listWorkspaces), items: [created] })
    answer(getAdministeredWorkspace, workspaceOf())
    await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).dblClick()
    await expect.element(drawer).toBeVisible()
    expect(callsOf(createWorkspace)).toHaveLength(1)
  })

  it('whose owner has an account says so at the address, and keeps what was typed', async () => {
    answer(createWorkspace, refuse('CONFLICT', 'This address is in use'))
    await page.getByRole('dialog').getByRole('button', { name: 'Create workspace' }).click()
    const email = page.getByRole('dialog').getByLabelText('Owner email')
    await expect.element(email).toHaveAccessibleDescription(/This address is in use/)
    await expect.element(email).toHaveValue('olga@example.com')
  })

  it('is not created on Cancel, which asks first', async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await button('Stay').click()
    await expect
      .element(page.getByRole('dialog').getByLabelText('Owner email'))
      .toHaveValue('olga@example.com')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await button('Leave').click()
    await expect.poll(() => page.getByRole('dialog').elements()).toEqual([])
    expect(callsOf(createWorkspace)).toEqual([])
  })
})
