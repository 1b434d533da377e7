import { createReason, listReasons, updateReason } from '@muster/contract/dispositions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

type Reason = ReturnType<typeof example<typeof listReasons>>['items'][number]

const name = (of: string) => page.getByRole('textbox', { name: `Name of “${of}”` })
const button = (of: string) => page.getByRole('button', { name: of, exact: true })
const added = page.getByRole('textbox', { name: 'New reason' })
const changes = () => callsOf(updateReason).map(({ params, body }) => [params?.id, body])

const reasonOf = (n: number, of: string, more: Partial<Reason> = {}): Reason => ({
  ...example(listReasons).items[0]!,
  ...{ id: id(n), name: of, party: 'us', hidden: false, ...more },
})

beforeEach(async () => {
  answer(listReasons, {
    ...example(listReasons),
    items: [
      reasonOf(1, 'Location'),
      reasonOf(2, 'Language', { hidden: true }),
      reasonOf(3, 'Rate', { party: 'company' }),
    ],
  })
  await openApp('/settings/reasons')
  await expect.element(page.getByRole('tab', { name: 'Us' })).toBeVisible()
})

describe('a reason for closing', () => {
  it('is renamed once, and not when it is empty, the same or taken back by Escape', async () => {
    await name('Location').fill(' ')
    await userEvent.tab()
    await expect.element(name('Location')).toHaveValue('Location')
    await name('Location').fill('Too far')
    await userEvent.keyboard('{Escape}')
    await expect.element(name('Location')).toHaveValue('Location')
    await userEvent.tab()
    expect(changes()).toEqual([])
    await name('Location').fill('Too far ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(changes).toEqual([[id(1), { name: 'Too far' }]])
  })

  it('has its stored name again when another is refused, which is said', async () => {
    answer(updateReason, refuse('CONFLICT', 'This reason exists already'))
    await name('Location').fill('Language')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('“Location” not changed: This reason exists already')).toBeVisible()
    await expect.element(name('Location')).toHaveValue('Location')
  })

  it('is hidden, and shown again by Undo', async () => {
    await button('Hide “Location”').click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(changes).toEqual([
      [id(1), { hidden: true }],
      [id(1), { hidden: false }],
    ])
  })

  it('belongs to one party', async () => {
    await expect.element(name('Location')).toBeVisible()
    expect(name('Rate').elements()).toEqual([])
    await page.getByRole('tab', { name: 'Company' }).click()
    await expect.element(name('Rate')).toBeVisible()
    expect(name('Location').elements()).toEqual([])
  })

  it('is read only, and not shown if it is hidden, without the permission', async () => {
    signInAs('recruiter')
    await openApp('/settings/reasons')
    await expect.element(page.getByText('Location', { exact: true })).toBeVisible()
    expect(page.getByText('Language', { exact: true }).elements()).toEqual([])
    expect(page.getByRole('textbox').elements()).toEqual([])
  })
})

describe('a new reason for closing', () => {
  beforeEach(async () => {
    await page.getByRole('tab', { name: 'Company' }).click()
    await added.fill('Budget')
  })

  it('is added once by a double click, for the party that is shown', async () => {
    const respond = answerLater(createReason, reasonOf(4, 'Budget', { party: 'company' }))
    await button('Add reason').dblClick()
    respond()
    await expect.element(added).toHaveValue('')
    expect(callsOf(createReason).map(({ body }) => body)).toEqual([{ party: 'company', name: 'Budget' }])
  })

  it('that exists is said at the field, and stays typed', async () => {
    answer(createReason, refuse('CONFLICT', 'This reason exists already'))
    await button('Add reason').click()
    await expect.element(page.getByText('This reason exists already')).toBeVisible()
    await expect.element(added).toHaveValue('Budget')
  })
})
