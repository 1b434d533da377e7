import { previewImport } from '@muster/contract/import-preview.ts'
import { inviteUser } from '@muster/contract/invitations.ts'
import { effectivePermissions } from '@muster/contract/permissions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { columnOf, openImportDraft } from '../testing/import-draft.ts'
import { signInAs } from '../testing/open-app.tsx'
import { callsOf } from '../testing/server.ts'

const name = columnOf(0, 'Name', 'fullName')
const owners = [
  { value: 'Mira Stone', count: 3, match: null },
  { value: 'sol@example.com', count: 1, match: null },
]

const choice = (value: string) => page.getByLabelText(`Import ${value} as`)
const optionsOf = (value: string) =>
  [...(choice(value).element() as HTMLSelectElement).options].map(({ text }) => text)

async function openValues(positionId?: string) {
  await openImportDraft(
    { columns: [name, columnOf(1, 'Owner', 'owner')], values: { owner: owners } },
    { settings: { positionId: positionId ?? null } },
  )
  await expect.element(choice('Mira Stone')).toBeVisible()
}

describe('an owner who is not a user', () => {
  beforeEach(() => openValues())

  it('is invited from the mapping, and the rows are assigned once they join', async () => {
    await choice('Mira Stone').selectOptions('Invite “Mira Stone”…')
    const drawer = page.getByRole('dialog', { name: 'Invite user' })
    await expect.element(drawer.getByLabelText('Name')).toHaveValue('Mira Stone')
    await drawer.getByLabelText('Email').fill('mira@example.com')
    await drawer.getByRole('button', { name: 'Send invitation' }).click()
    await expect.poll(() => callsOf(inviteUser)).toHaveLength(1)
    expect(callsOf(inviteUser)[0]).toMatchObject({ body: { email: 'mira@example.com', name: 'Mira Stone' } })
    await expect.element(choice('Mira Stone')).toHaveDisplayValue('Invited: assign once they join')
    await expect.element(choice('sol@example.com')).toHaveDisplayValue('Choose a value')
  })

  it('is invited by the email that the file has', async () => {
    await choice('sol@example.com').selectOptions('Invite “sol@example.com”…')
    const drawer = page.getByRole('dialog', { name: 'Invite user' })
    await expect.element(drawer.getByLabelText('Email')).toHaveValue('sol@example.com')
  })

  it('is undecided after the invitation is canceled', async () => {
    await choice('Mira Stone').selectOptions('Invite “Mira Stone”…')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.element(choice('Mira Stone')).toHaveDisplayValue('Choose a value')
    expect(callsOf(inviteUser)).toEqual([])
  })
})

describe('an owner of applications who is not a user', () => {
  it('is left unassigned with all others that are undecided', async () => {
    await openValues(id(1))
    await choice('sol@example.com').selectOptions('Leave unassigned')
    await page.getByRole('button', { name: 'Leave the rest unassigned' }).click()
    await expect.element(choice('Mira Stone')).toHaveDisplayValue('Leave unassigned')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect
      .poll(() => callsOf(previewImport).at(-1)?.body.values?.owner)
      .toEqual({ 'Mira Stone': null, 'sol@example.com': null })
  })

  it('is undecided again when nothing is chosen, and must be decided before the preview', async () => {
    await openValues(id(1))
    const preview = page.getByRole('button', { name: 'Preview', exact: true })
    await page.getByRole('button', { name: 'Leave the rest unassigned' }).click()
    await expect.element(preview).toBeEnabled()
    await choice('Mira Stone').selectOptions('Choose a value')
    await expect.element(preview).toBeDisabled()
    await expect.element(page.getByText('Match 1 value from the file.')).toBeVisible()
  })
})

it('is invited only by those who manage users', async () => {
  signInAs('recruiter')
  await openValues()
  expect(optionsOf('Mira Stone')).not.toContain('Invite “Mira Stone”…')
  expect(optionsOf('Mira Stone')).toContain('Leave unassigned')
})

describe('a position at a client company', () => {
  const positions = [
    { value: 'Driver · Halden', name: 'Driver', company: 'Halden', count: 3, match: null },
    { value: 'Welder · Halden', name: 'Welder', company: 'Halden', count: 2, match: null },
    { value: 'Driver · Northwind', name: 'Driver', company: 'Northwind', count: 2, match: null },
    { value: 'Guard', count: 1, match: null },
  ]

  beforeEach(async () => {
    const columns = [name, columnOf(1, 'Job', 'position'), columnOf(2, 'Client', 'clientCompany')]
    await openImportDraft({ columns, values: { position: positions } })
    await page.getByRole('button', { name: 'Create 4 positions' }).click()
  })

  it('is created at the client that its rows name, unless another company is entered for the client', async () => {
    await expect.element(page.getByLabelText('Company of Driver · Northwind')).toHaveValue('Northwind')
    await expect.element(page.getByText('Enter a company for: Guard')).toBeVisible()
    await page.getByLabelText('Company of Guard').fill('Site 5')
    await page.getByLabelText('Company for new positions of “Halden”').fill('Halden Freight')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect
      .poll(() => callsOf(previewImport).at(-1)?.body.create?.positions)
      .toEqual({
        'Driver · Halden': { name: 'Driver', companyName: 'Halden Freight' },
        'Welder · Halden': { name: 'Welder', companyName: 'Halden Freight' },
        'Driver · Northwind': { name: 'Driver', companyName: 'Northwind' },
        Guard: { companyName: 'Site 5' },
      })
  })

  it('cannot be previewed before each has a company', async () => {
    await expect.element(page.getByRole('button', { name: 'Preview', exact: true })).toBeDisabled()
  })

  it('has a company that is said to be created', async () => {
    const field = page.getByLabelText('Company for new positions of “Halden”')
    await expect.element(field).toHaveAccessibleDescription('Will be created as a client company')
  })

  it('has one field for its company, unless its client has several', async () => {
    const field = page.getByLabelText('Company of Driver · Northwind')
    await expect.element(field).toHaveAccessibleDescription('Will be created as a client company')
    await expect
      .poll(() => page.getByLabelText('Company for new positions of “Northwind”').elements())
      .toHaveLength(0)
  })
})

it('a new company is refused to users who may not create companies', async () => {
  const permissions = effectivePermissions('recruiter', [], ['companies:write'])
  signInAs('recruiter', [...new Set([...permissions, 'positions:write' as const])])
  const position = [{ value: 'Driver', count: 3, match: null }]
  await openImportDraft({ columns: [name, columnOf(1, 'Job', 'position')], values: { position } })
  await choice('Driver').selectOptions('Create “Driver”')
  await page.getByLabelText('Company of Driver').fill('Nobody knows it')
  await expect
    .element(page.getByText('You do not have permission to create companies. Choose an existing one.'))
    .toBeVisible()
})

describe('a status of another name', () => {
  const statuses = [
    { value: 'Phone screen', count: 2, match: 'contacted' },
    { value: 'Hired', count: 1, match: 'hired' },
  ]
  const row = (value: string) => page.getByRole('row', { name: new RegExp(value) })
  const mark = (value: string) => row(value).getByText('Suggested by its meaning')

  beforeEach(async () => {
    await openImportDraft({
      columns: [name, columnOf(1, 'Stage', 'status')],
      values: { status: statuses as never },
    })
    await expect.element(choice('Phone screen')).toBeVisible()
  })

  it('is marked as a suggestion to check, and one of the same name is not', async () => {
    await expect.element(mark('Phone screen')).toBeVisible()
    await expect.element(mark('Hired')).not.toBeInTheDocument()
    await expect.element(page.getByText('1 by its meaning: check it', { exact: false })).toBeVisible()
  })

  it('is no suggestion once somebody chose another', async () => {
    await choice('Phone screen').selectOptions('Qualified')
    await expect.element(mark('Phone screen')).not.toBeInTheDocument()
    await expect
      .element(page.getByText('All values are matched. Your choices', { exact: false }))
      .toBeVisible()
  })
})
