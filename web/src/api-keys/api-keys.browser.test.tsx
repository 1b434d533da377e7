import { createApiKey, listApiKeys, revokeApiKey, updateApiKey } from '@muster/contract/api-keys.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { RowOf } from '../api/query.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

type Key = RowOf<typeof listApiKeys>

const address = '/settings/api-keys'

const keyOf = (n: number, more: Partial<Key> = {}): Key => ({
  ...example(listApiKeys).items[0]!,
  ...{ id: id(n), name: `Key ${n}`, state: 'active', permissions: ['applications:read'], version: 4 },
  ...{ effectivePermissions: ['applications:read'], expiresAt: '2031-05-04T10:00:00.000Z', revokedAt: null },
  ...more,
})

const listOf = (...items: Key[]) => ({
  items,
  nextCursor: null,
  total: { value: items.length, atLeast: false },
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const name = page.getByRole('textbox', { name: 'Name', exact: true })
const right = (label: string) => page.getByRole('checkbox', { name: label, exact: true })
const drawer = page.getByRole('dialog')
const sent = () => callsOf(createApiKey).map(({ body }) => body)

beforeEach(() => {
  signInAs('admin')
  answer(listApiKeys, listOf(keyOf(1)))
})

describe('a new API key', () => {
  beforeEach(async () => {
    await openApp(`${address}?add=true`)
    await name.fill('Payroll')
    await right('View applications, boards and activity').click()
  })

  it('is created once by a double click, for 90 days, with the chosen permissions, and shown', async () => {
    const respond = answerLater(createApiKey, { ...keyOf(2), key: 'mk_shown_once' })
    await button('Create API key').dblClick()
    respond()
    await expect.element(page.getByText('mk_shown_once')).toBeVisible()
    expect(sent()).toMatchObject([{ name: 'Payroll', permissions: ['applications:read'] }])
    const days = (Date.parse(sent()[0]!.expiresAt!) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    await button('I saved a copy').click()
    await expect.poll(() => drawer.elements()).toEqual([])
  })

  it('never expires only if that is chosen', async () => {
    await page.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'never' }).click()
    await button('Create API key').click()
    await expect.poll(sent).toMatchObject([{ expiresAt: null }])
  })

  it('stays typed when it is refused, with the reason at the field', async () => {
    const reasons = { name: ['This name is taken'], permissions: ['Choose fewer permissions'] }
    answer(createApiKey, refuse('VALIDATION', 'Check the fields.', reasons))
    await button('Create API key').click()
    await expect.element(page.getByText('This name is taken')).toBeVisible()
    await expect.element(page.getByText('Choose fewer permissions')).toBeVisible()
    await expect.element(name).toHaveValue('Payroll')
    await expect.element(right('View applications, boards and activity')).toBeChecked()
  })

  it('says why it was not created if no field is to blame', async () => {
    answer(createApiKey, refuse('CONFLICT', 'You have 50 API keys already'))
    await button('Create API key').click()
    await expect.element(page.getByText(/You have 50 API keys already/)).toBeVisible()
    await expect.element(name).toHaveValue('Payroll')
  })

  it('is not created by Cancel, which asks before the typed name is lost', async () => {
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('Leave without saving?')).toBeVisible()
    await button('Leave').click()
    await expect.poll(() => drawer.elements()).toEqual([])
    expect(sent()).toEqual([])
  })

  it('loses a permission that is unchecked again', async () => {
    await right('View candidates').click()
    await right('View applications, boards and activity').click()
    await button('Create API key').click()
    await expect.poll(sent).toMatchObject([{ permissions: ['candidates:read'] }])
  })
})

describe('the permissions of an API key', () => {
  it('are those that its user has, without those that only people have', async () => {
    signInAs('admin', ['integrations:manage', 'users:manage', 'applications:read'])
    await openApp(`${address}?add=true`)
    await expect.element(right('View applications, boards and activity')).toBeVisible()
    expect(drawer.getByRole('checkbox').elements()).toHaveLength(1)
  })

  it('that its user lost since are counted, and stay with the key when it is edited', async () => {
    signInAs('admin', ['integrations:manage', 'applications:read'])
    const lost = keyOf(1, { permissions: ['applications:read', 'calls:read'] })
    answer(listApiKeys, listOf(lost))
    await openApp(address)
    await expect.element(page.getByText(/2 permissions, 1 inactive/)).toBeVisible()
    await page.getByRole('link', { name: 'Key 1' }).click()
    await expect.element(right('View calls')).toBeChecked()
    await name.fill('Payroll')
    await button('Save').click()
    await expect
      .poll(() => callsOf(updateApiKey).map(({ params, body }) => ({ ...params, ...body })))
      .toEqual([
        {
          ...{ id: id(1), name: 'Payroll', version: 4, expiresAt: lost.expiresAt },
          permissions: ['applications:read', 'calls:read'],
        },
      ])
    await expect.poll(() => drawer.elements()).toEqual([])
  })
})

describe('the API keys', () => {
  it('are edited and revoked only by those who may', async () => {
    answer(listApiKeys, listOf(keyOf(1, { can: { edit: false, revoke: false } })))
    await openApp(`${address}?key=${id(1)}`)
    await expect.element(page.getByText('Key 1')).toBeVisible()
    expect(page.getByRole('link', { name: 'Key 1' }).elements()).toEqual([])
    expect(page.getByRole('button', { name: 'Revoke Key 1' }).elements()).toEqual([])
    expect(drawer.elements()).toEqual([])
  })

  it('say whether they were revoked, have expired or never do', async () => {
    answer(
      listApiKeys,
      listOf(
        keyOf(1, { state: 'revoked', revokedAt: '2025-03-02T12:00:00.000Z' }),
        keyOf(2, { state: 'expired', expiresAt: '2025-04-02T12:00:00.000Z' }),
        keyOf(3, { expiresAt: null }),
        keyOf(4),
      ),
    )
    await openApp(address)
    for (const text of [/^revoked .*Mar/, /^expired .*Apr/, /^does not expire$/, /^expires .*2031/])
      await expect.element(page.getByText(text)).toBeVisible()
  })

  it('stay when revoking is refused, with the reason', async () => {
    answer(revokeApiKey, refuse('FORBIDDEN', 'Only its owner may revoke this key'))
    await openApp(address)
    await button('Revoke Key 1').click()
    await button('Revoke').click()
    await expect.element(page.getByText(/Only its owner may revoke this key/)).toBeVisible()
    await expect.element(page.getByText('Key 1', { exact: true })).toBeVisible()
  })

  it('are read page after page', async () => {
    answer(listApiKeys, ({ query }) =>
      query?.cursor ? listOf(keyOf(2)) : { ...listOf(keyOf(1)), nextCursor: 'next' },
    )
    await openApp(address)
    await button('Show more').click()
    await expect.element(page.getByText('Key 2', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Key 1', { exact: true })).toBeVisible()
    expect(callsOf(listApiKeys).at(-1)?.query).toMatchObject({ cursor: 'next' })
  })

  it('say that they failed to load, not that there are none, and load again', async () => {
    answer(listApiKeys, refuse('FORBIDDEN', 'Keys are out of reach'))
    await openApp(address)
    await expect.element(page.getByText('Keys are out of reach')).toBeVisible()
    expect(page.getByText('No API keys yet').elements()).toEqual([])
    answer(listApiKeys, listOf(keyOf(1)))
    await button('Retry').click()
    await expect.element(page.getByText('Key 1', { exact: true })).toBeVisible()
  })
})
