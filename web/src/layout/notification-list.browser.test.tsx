import { listNotifications, readNotifications } from '@muster/contract/notifications.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const sent = () => callsOf(readNotifications).map(({ body }) => body)
const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })

beforeEach(async () => {
  const list = example(listNotifications)
  const [one] = list.items
  const at = '2026-11-20T09:00:00.000Z'
  answer(listNotifications, {
    ...list,
    items: [
      { ...one!, id: id(1), kind: 'security', text: 'A new sign-in', applicationId: null, readAt: null },
      { ...one!, id: id(2), kind: 'security', text: 'An old sign-in', applicationId: null, readAt: at },
      {
        ...one!,
        ...{ id: id(3), kind: 'callback_due', text: 'Six callbacks', readAt: null },
        ...{ applicationId: null, entryId: null, importId: null },
      },
    ],
    unread: 2,
  })
  answer(readNotifications, ({ body }) => ({ ids: body?.ids ?? [id(1), id(3)] }))
  await openApp('/settings/profile')
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).first().click()
  await expect.element(row('A new sign-in')).toBeVisible()
})

describe('a notification', () => {
  it('is read once it is opened, and not again', async () => {
    await row('A new sign-in').getByRole('link').click()
    await expect.poll(sent).toEqual([{ ids: [id(1)], read: true }])
    expect(location.pathname).toBe('/settings/sessions')
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).first().click()
    await row('An old sign-in').getByRole('link').click()
    await expect.poll(() => row('An old sign-in').elements().length === 0 || sent().length > 0).toBe(true)
    expect(sent()).toHaveLength(1)
  })

  it('is marked as read, and as unread again', async () => {
    await row('A new sign-in').getByRole('button', { name: 'Mark as read' }).click()
    await row('An old sign-in').getByRole('button', { name: 'Mark as unread' }).click()
    await expect.poll(sent).toEqual([
      { ids: [id(1)], read: true },
      { ids: [id(2)], read: false },
    ])
  })

  it('of several callbacks opens the list of those that are due', async () => {
    await row('Six callbacks').getByRole('link').click()
    await expect.poll(() => location.pathname).toBe('/applications')
    expect(new URL(location.href).searchParams.get('callbackDue')).toBe('true')
  })
})

describe('the notifications', () => {
  it('that were all marked as read become unread by Undo, and no others', async () => {
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect.poll(sent).toEqual([{ read: true }, { ids: [id(1), id(3)], read: false }])
  })

  it('say why they could not be marked', async () => {
    answer(readNotifications, refuse('UNAVAILABLE', 'The server is busy.'))
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect
      .element(page.getByRole('alert').filter({ hasText: 'The server is busy.' }).first())
      .toBeVisible()
  })

  it('are only the unread ones when one asks for them', async () => {
    await page.getByRole('button', { name: 'Unread only' }).click()
    await expect.poll(() => callsOf(listNotifications).at(-1)?.query.unread).toBe('true')
  })
})
