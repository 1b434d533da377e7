import { listMails } from '@muster/contract/admin.ts'
import { listCompanies } from '@muster/contract/companies.ts'
import {
  createUser,
  deleteUsers,
  getUser,
  getUserPermissions,
  restoreUsers,
  setUserPermissions,
  updateUser,
  updateUsers,
} from '@muster/contract/manage-users.ts'
import { confirmOwnPassword, endSession, listUserSessions } from '@muster/contract/user-sessions.ts'
import { exportUsers, listRoles, listUsers } from '@muster/contract/users.ts'
import { getWorkspace } from '@muster/contract/workspace.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { exampleId } from '../testing/example.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, offline, refuse } from '../testing/server.ts'
import type { Colleague } from './user-labels.ts'

const dialog = page.getByRole('dialog')
const toast = page.getByRole('status')

const people: Pick<Colleague, 'name' | 'role' | 'status'>[] = [
  { name: 'Ada', role: 'recruiter', status: 'active' },
  { name: 'Ben', role: 'coordinator', status: 'suspended' },
  { name: 'Cleo', role: 'admin', status: 'active' },
]

beforeEach(() => {
  const [row] = example(listUsers).items
  answer(listUsers, {
    ...example(listUsers),
    items: people.map((person, n) => ({ ...row!, ...person, id: id(n), companyId: null })),
  })
  const [role] = example(listRoles).items
  answer(listRoles, {
    items: (['recruiter', 'coordinator', 'client_reviewer'] as const).map((key) => ({
      ...role!,
      key,
      assignable: true,
      whyNot: null,
    })),
  })
  answer(listCompanies, {
    ...example(listCompanies),
    items: [{ ...example(listCompanies).items[0]!, id: id(50), name: 'Norvik' }],
  })
})

describe('the form that adds a user', () => {
  const submit = dialog.getByRole('button', { name: 'Add user' })

  beforeEach(async () => {
    await openApp('/settings/users?add=true')
    await dialog.getByLabelText('Name').fill('Ida Ö')
    await dialog.getByLabelText('Email').fill('ida@example.com')
  })

  it('keeps what was typed when the email is taken, and says so at it', async () => {
    answer(createUser, refuse('CONFLICT', 'A user has this email'))
    await submit.click()
    await expect.element(dialog.getByText('A user has this email')).toBeVisible()
    await expect.element(dialog.getByLabelText('Email')).toHaveAttribute('aria-invalid', 'true')
    await expect.element(dialog.getByLabelText('Name')).toHaveValue('Ida Ö')
  })

  it('without a mail server is not said to be emailed, and its link can be copied', async () => {
    const link = 'https://muster.example.com/auth/confirm-email#token=abc.def'
    const [mail] = example(listMails).items
    answer(getWorkspace, { ...example(getWorkspace), sendsEmail: false })
    answer(createUser, { ...example(createUser), email: 'ida@example.com' })
    answer(listMails, {
      ...example(listMails),
      items: [{ ...mail!, to: 'ida@example.com', text: `Welcome: ${link}`, state: 'waiting' }],
    })
    signInAs('superadmin')
    await openApp('/settings/users?add=true')
    await expect.element(dialog.getByText('so no email is sent', { exact: false })).toBeVisible()
    await dialog.getByLabelText('Name').fill('Ida Ö')
    await dialog.getByLabelText('Email').fill('ida@example.com')
    await submit.click()
    await expect.element(dialog.getByText('Added ida@example.com. No email was sent.')).toBeVisible()
    await expect.element(dialog.getByRole('textbox', { name: 'Invitation link' })).toHaveValue(link)
    await expect.element(page.getByText('emailed them a link', { exact: false })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('sends neither the company nor the password of a choice that was changed again', async () => {
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'client_reviewer')
    await userEvent.selectOptions(dialog.getByLabelText('Reviewer’s company'), 'Norvik')
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'coordinator')
    await dialog.getByText('Set a temporary password').click()
    await dialog.getByLabelText('Password', { exact: true }).fill('bright river cello moss')
    await dialog.getByText('Email a setup link').click()
    await submit.click()
    await expect
      .poll(() => callsOf(createUser).map(({ body }) => body))
      .toEqual([{ name: 'Ida Ö', email: 'ida@example.com', role: 'coordinator' }])
  })

  it('sends the company of a client reviewer, and a password that was set', async () => {
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'client_reviewer')
    await userEvent.selectOptions(dialog.getByLabelText('Reviewer’s company'), 'Norvik')
    await dialog.getByText('Set a temporary password').click()
    await dialog.getByLabelText('Password', { exact: true }).fill('bright river cello moss')
    await submit.click()
    await expect
      .poll(() => callsOf(createUser).map(({ body }) => body))
      .toMatchObject([{ companyId: id(50), password: 'bright river cello moss' }])
  })
})

describe('the details of a user', () => {
  const stored = () => ({
    ...example(getUser),
    name: 'Ada',
    role: 'recruiter' as const,
    companyId: null,
    company: null,
    emailConfirmed: true,
    pendingEmail: null,
  })

  it('are not sent when nothing was changed, and no company with another role', async () => {
    answer(getUser, stored())
    await openApp(`/settings/users?user=${exampleId}`)
    const save = dialog.getByRole('button', { name: 'Save' })
    await expect.element(save).toBeDisabled()
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'client_reviewer')
    await userEvent.selectOptions(dialog.getByLabelText('Reviewer’s company'), 'Norvik')
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'coordinator')
    await save.click()
    await expect.poll(() => callsOf(updateUser)).toHaveLength(1)
    expect(callsOf(updateUser)[0]!.body).toMatchObject({ role: 'coordinator' })
    expect(callsOf(updateUser)[0]!.body).not.toHaveProperty('companyId')
  })

  it('cannot be changed without the right to, and say why', async () => {
    const can = { ...stored().can, edit: false, changeEmail: false, changeRole: false, changeStatus: false }
    const why = 'Only owners can edit owners'
    const whyNot = { edit: why, changeEmail: why, changeRole: why, changeStatus: why }
    answer(getUser, { ...stored(), can: { ...can, delete: false }, whyNot: { ...whyNot, delete: why } })
    await openApp(`/settings/users?user=${exampleId}`)
    for (const label of ['Name', 'Email', 'Role'])
      await expect.element(dialog.getByLabelText(label, { exact: true })).toBeDisabled()
    for (const name of ['Suspend', 'Delete', 'Send password reset link…'])
      await expect.element(dialog.getByRole('button', { name })).toBeDisabled()
    await expect.element(dialog.getByText(why).first()).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Save' }).elements()).toEqual([])
  })

  it('stay open when the user could not be deleted', async () => {
    answer(getUser, stored())
    answer(deleteUsers, {
      ...example(deleteUsers),
      results: [
        { ...example(deleteUsers).results[0]!, userId: exampleId, outcome: 'refused', message: 'No' },
      ],
    })
    await openApp(`/settings/users?user=${exampleId}`)
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => callsOf(deleteUsers)).toHaveLength(1)
    await expect.element(dialog.getByLabelText('Name')).toBeVisible()
  })
})

it('the details of a user stay open when deleting them failed, which is said', async () => {
  answer(getUser, { ...example(getUser), name: 'Ada', can: { ...example(getUser).can, delete: true } })
  answer(deleteUsers, offline)
  await openApp(`/settings/users?user=${exampleId}`)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'Not changed' })).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).toBeVisible()
})

describe('the permissions of a user', () => {
  /** Its name goes on with where it comes from. */
  const switchOf = (name: string) => dialog.getByRole('switch', { name: new RegExp(`^${name}`) })

  beforeEach(async () => {
    const [item] = example(getUserPermissions).items
    const held = { ...item!, held: true, from: 'role' as const, whyNot: null }
    answer(getUser, { ...example(getUser), name: 'Ada' })
    answer(getUserPermissions, {
      ...example(getUserPermissions),
      role: 'recruiter',
      version: 7,
      items: [
        { ...held, permission: 'calls:read' },
        { ...held, permission: 'calls:write' },
        { ...held, permission: 'agents:read', held: false, from: null },
      ],
    })
    await openApp(`/settings/users?user=${exampleId}&part=rights`)
  })

  it('go back when a change is refused, with why', async () => {
    answer(setUserPermissions, refuse('FORBIDDEN', 'You do not have it yourself.'))
    await expect.element(switchOf('View agents')).not.toBeChecked()
    // Nothing is read anew, so that only the rollback can restore it.
    answerLater(getUserPermissions, example(getUserPermissions))
    await switchOf('View agents').click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Permissions not changed: You do not have it yourself.')
    await expect.element(switchOf('View agents')).not.toBeChecked()
  })

  it('are sent whole with their version, and are those from before after Undo', async () => {
    answer(setUserPermissions, ({ body }) => ({
      ...example(getUserPermissions),
      role: 'recruiter' as const,
      version: 8,
      items: example(getUserPermissions).items.map((item) => ({
        ...item,
        permission: 'calls:read' as const,
        held: body.permissions.includes('calls:read'),
      })),
    }))
    await switchOf('View calls').click()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => callsOf(setUserPermissions).map(({ body }) => body))
      .toEqual([
        { permissions: ['calls:write'], version: 7 },
        { permissions: ['calls:read', 'calls:write'], version: 8 },
      ])
  })
})

describe('an act on the selected users', () => {
  const bar = page.getByRole('region', { name: 'Selected users' })
  const done = (...ids: string[]) => ({
    ...example(updateUsers),
    results: ids.map((userId) => ({
      ...example(updateUsers).results[0]!,
      userId,
      outcome: 'done' as const,
      message: null,
    })),
  })

  async function tick(...names: string[]) {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  }

  beforeEach(() => openApp('/settings/users'))

  it('that some are refused says who and why, and keeps them selected', async () => {
    answer(updateUsers, {
      ...done(id(0)),
      results: [
        ...done(id(0)).results,
        { ...done(id(2)).results[0]!, outcome: 'refused', message: 'The last owner' },
      ],
    })
    await tick('Ada', 'Cleo')
    await bar.getByRole('button', { name: 'Suspend' }).click()
    await expect.element(dialog.getByText('Cleo')).toBeVisible()
    await expect.element(dialog.getByText('The last owner')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect.element(bar.getByText('2 selected')).toBeVisible()
  })

  it('suspends those who are active, and reactivates those who are suspended', async () => {
    answer(updateUsers, ({ body }) => done(...body.userIds))
    await tick('Ada', 'Ben', 'Cleo')
    await bar.getByRole('button', { name: 'Suspend' }).click()
    await expect.element(bar).not.toBeInTheDocument()
    await tick('Ada', 'Ben', 'Cleo')
    await bar.getByRole('button', { name: 'Reactivate' }).click()
    await expect
      .poll(() => callsOf(updateUsers).map(({ body }) => body))
      .toEqual([
        { userIds: [id(0), id(2)], updates: { status: 'suspended' } },
        { userIds: [id(1)], updates: { status: 'active' } },
      ])
  })

  it('that gives a role is undone to the role that each had', async () => {
    answer(updateUsers, ({ body }) => done(...body.userIds))
    await tick('Ada', 'Ben', 'Cleo')
    await bar.getByRole('button', { name: 'Role' }).click()
    await expect.element(page.getByRole('menuitem', { name: 'Client reviewer' })).toBeDisabled()
    await page.getByRole('menuitem', { name: 'Coordinator' }).click()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => callsOf(updateUsers).map(({ body }) => body))
      .toEqual([
        { userIds: [id(0), id(2)], updates: { role: 'coordinator' } },
        { userIds: [id(0)], updates: { role: 'recruiter' } },
        { userIds: [id(2)], updates: { role: 'admin' } },
      ])
  })

  it('that failed reads the list again, which may have changed', async () => {
    answer(updateUsers, refuse('UNAVAILABLE', 'The server is busy.'))
    await tick('Ada')
    const reads = callsOf(listUsers).length
    await bar.getByRole('button', { name: 'Suspend' }).click()
    await expect.poll(() => callsOf(listUsers).length).toBeGreaterThan(reads)
  })

  it('is for all of the list, or none', async () => {
    const all = page.getByRole('checkbox', { name: 'Select all' })
    await all.click()
    await expect.element(bar.getByText('3 selected')).toBeVisible()
    await all.click()
    await expect.poll(() => bar.elements()).toEqual([])
  })

  it('is no export for those who may not export', async () => {
    signInAs('admin', ['users:read', 'users:manage'])
    await openApp('/settings/users')
    await tick('Ada')
    await expect.element(bar.getByRole('button', { name: 'Suspend' })).toBeVisible()
    expect(bar.getByRole('button', { name: 'Export' }).elements()).toEqual([])
  })

  it('that failed leaves them selected', async () => {
    answer(updateUsers, refuse('UNAVAILABLE', 'The server is busy.'))
    await tick('Ada', 'Cleo')
    await bar.getByRole('button', { name: 'Suspend' }).click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Not changed: The server is busy.' }))
      .toBeVisible()
    await expect.element(bar.getByText('2 selected')).toBeVisible()
  })

  it('that deletes is undone for those who were deleted, and a range is selected with the shift key', async () => {
    answer(deleteUsers, done(id(0), id(1)))
    answer(restoreUsers, ({ body }) => done(...body.userIds))
    await tick('Ada')
    await page.getByRole('checkbox', { name: 'Select Cleo' }).click({ modifiers: ['Shift'] })
    await expect.element(bar.getByText('3 selected')).toBeVisible()
    await bar.getByRole('button', { name: 'Delete' }).click()
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => callsOf(restoreUsers).map(({ body }) => body))
      .toEqual([{ userIds: [id(0), id(1)] }])
    await expect.element(toast.filter({ hasText: /^Restored/ })).toBeVisible()
    expect(callsOf(deleteUsers).map(({ body }) => body)).toEqual([{ userIds: [id(0), id(1), id(2)] }])
  })

  it('that is undone in vain says so', async () => {
    answer(updateUsers, ({ body }) => done(...body.userIds))
    await tick('Ada')
    await bar.getByRole('button', { name: 'Suspend' }).click()
    answer(updateUsers, refuse('FORBIDDEN', 'No longer yours.'))
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Not undone: No longer yours.' }))
      .toBeVisible()
  })

  it('is restoring those who were deleted, and nothing else', async () => {
    await openApp('/settings/users?deleted=true')
    answer(restoreUsers, ({ body }) => done(...body.userIds))
    await tick('Ada', 'Ben')
    for (const name of ['Suspend', 'Role', 'Delete'])
      expect(bar.getByRole('button', { name }).elements()).toEqual([])
    await bar.getByRole('button', { name: 'Restore' }).click()
    await expect
      .poll(() => callsOf(restoreUsers).map(({ body }) => body))
      .toEqual([{ userIds: [id(0), id(1)] }])
  })

  it('exports those who are selected and no others', async () => {
    await tick('Ada', 'Cleo')
    await bar.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: /CSV/ }).first().click()
    await expect.poll(() => callsOf(exportUsers).map(({ query }) => query.userId)).toEqual([[id(0), id(2)]])
  })
})

describe('a session of a user', () => {
  const out = dialog.getByRole('button', { name: 'Sign out' })
  const asked = page.getByRole('dialog', { name: 'Confirm your password' })
  const signOut = 'Enter your password to continue'

  beforeEach(async () => {
    const [session] = example(listUserSessions).items
    const sessionOf = (n: number, current: boolean) => ({ ...session!, id: id(n), current })
    answer(listUserSessions, {
      ...example(listUserSessions),
      items: [sessionOf(1, true), sessionOf(2, false)],
    })
    answer(getUser, { ...example(getUser), whyNot: {} })
    await openApp(`/settings/users?user=${exampleId}&part=sessions`)
    await expect.element(dialog.getByText('This session')).toBeVisible()
  })

  it('is ended, but not the current one', async () => {
    await out.click()
    await expect.element(toast.filter({ hasText: 'Signed out' })).toBeVisible()
    expect(callsOf(endSession).map(({ params }) => params.id)).toEqual([id(2)])
    await expect.poll(() => callsOf(listUserSessions).length).toBeGreaterThan(1)
  })

  it('that could not be ended says why', async () => {
    answer(endSession, refuse('NOT_FOUND', 'It is over.'))
    await out.click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'Not signed out: It is over.' }))
      .toBeVisible()
  })

  it('takes the password first, again if it was wrong, and stays on Cancel', async () => {
    answer(endSession, refuse('PASSWORD_REQUIRED', signOut))
    await out.click()
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('alert').filter({ hasText: signOut })).toBeVisible()
    expect(callsOf(endSession)).toHaveLength(1)
    await out.click()
    answer(confirmOwnPassword, refuse('VALIDATION', 'Check it', { currentPassword: ['It is wrong.'] }))
    await asked.getByLabelText('Password').fill('guess')
    await asked.getByRole('button', { name: 'Continue' }).click()
    await expect.element(asked.getByText('It is wrong.')).toBeVisible()
    await expect.element(asked.getByLabelText('Password')).toHaveValue('guess')
    expect(callsOf(endSession)).toHaveLength(2)
    answer(confirmOwnPassword, undefined as never)
    answer(endSession, undefined as never)
    await asked.getByRole('button', { name: 'Continue' }).click()
    await expect.element(toast.filter({ hasText: 'Signed out' })).toBeVisible()
    expect(callsOf(endSession)).toHaveLength(3)
  })
})

it('the number of users with a role leads to them', async () => {
  const [role] = example(listRoles).items
  answer(listRoles, { items: [{ ...role!, key: 'recruiter', users: 4 }] })
  await openApp('/settings/roles')
  const link = page.getByRole('link', { name: '4 users with the Recruiter role' })
  await expect.element(link).toBeVisible()
  expect(new URL((link.element() as HTMLAnchorElement).href).search).toContain('recruiter')
})

describe('somebody who may not manage users', () => {
  it('sees them, without what changes them', async () => {
    signInAs('recruiter', ['users:read'])
    await openApp(`/settings/users?user=${id(0)}&add=true`)
    await expect.element(page.getByText('Ada')).toBeVisible()
    expect(page.getByRole('checkbox', { name: 'Select Ada' }).elements()).toEqual([])
    expect(page.getByRole('link', { name: 'Add user' }).elements()).toEqual([])
    await page.getByText('Ada').click()
    expect(dialog.elements()).toEqual([])
    expect(callsOf(getUser)).toEqual([])
  })
})
