import {
  createOutgoingWebhook,
  deleteOutgoingWebhook,
  getWebhookDelivery,
  listOutgoingWebhooks,
  listWebhookDeliveries,
  redeliverWebhook,
  rotateWebhookSecret,
  testOutgoingWebhook,
  updateOutgoingWebhook,
} from '@muster/contract/outgoing-webhooks.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { RowOf } from '../api/query.ts'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

type Webhook = RowOf<typeof listOutgoingWebhooks>
type Delivery = RowOf<typeof listWebhookDeliveries>

const address = '/settings/webhooks'

const hook = (more: Partial<Webhook> = {}): Webhook => ({
  ...example(listOutgoingWebhooks).items[0]!,
  ...{ id: id(1), url: 'https://hooks.example.com/in', events: ['call.ended'], version: 6 },
  ...{ active: true, pausedBecause: null, failingSince: null },
  ...more,
})

const delivery = (n: number, more: Partial<Delivery> = {}): Delivery => ({
  ...example(listWebhookDeliveries).items[0]!,
  ...{ id: id(n), event: `event.${n}`, state: 'failed', attempts: 1 },
  ...more,
})

function listOf<Row>(...items: Row[]) {
  return { items, nextCursor: null, total: { value: items.length, atLeast: false } }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const url = page.getByRole('textbox', { name: 'URL' })
const drawer = page.getByRole('dialog')
const active = page.getByRole('switch', { name: 'Webhook to hooks.example.com active' })
const added = () => callsOf(createOutgoingWebhook).map(({ body }) => body)

beforeEach(() => {
  signInAs('admin')
  answer(listOutgoingWebhooks, listOf(hook()))
})

describe('a new webhook', () => {
  beforeEach(async () => {
    await openApp(`${address}?add=true`)
    await url.fill('https://hooks.example.com/new')
  })

  it('is added once by a double click, with the usual events, and shows its secret', async () => {
    const respond = answerLater(createOutgoingWebhook, {
      ...example(createOutgoingWebhook),
      secret: 'whsec_shown_once',
    })
    await drawer.getByRole('button', { name: 'Add webhook' }).dblClick()
    respond()
    await expect.element(page.getByText('whsec_shown_once')).toBeVisible()
    expect(added()).toEqual([
      {
        url: 'https://hooks.example.com/new',
        events: ['application.created', 'application.moved', 'application.closed', 'call.ended'],
      },
    ])
    await button('I saved a copy').click()
    await expect.poll(() => drawer.elements()).toEqual([])
  })

  it('stays typed when it is refused, with the reason at the field', async () => {
    answer(createOutgoingWebhook, refuse('VALIDATION', 'Check it.', { url: ['This host is not public'] }))
    await drawer.getByRole('button', { name: 'Add webhook' }).click()
    await expect.element(page.getByText('This host is not public')).toBeVisible()
    await expect.element(url).toHaveValue('https://hooks.example.com/new')
  })

  it('says why it was not added when there are too many', async () => {
    answer(createOutgoingWebhook, refuse('CONFLICT', 'You already have 10 webhooks'))
    await drawer.getByRole('button', { name: 'Add webhook' }).click()
    await expect.element(page.getByText(/You already have 10 webhooks/)).toBeVisible()
    await expect.element(url).toHaveValue('https://hooks.example.com/new')
  })

  it('is not added by Cancel, which asks before the typed URL is lost', async () => {
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('Leave without saving?')).toBeVisible()
    await button('Leave').click()
    await expect.poll(() => drawer.elements()).toEqual([])
    expect(added()).toEqual([])
  })
})

describe('a webhook', () => {
  const edit = `${address}?webhook=${id(1)}`

  it('is saved with the version that was read', async () => {
    await openApp(edit)
    await url.fill('https://hooks.example.com/other')
    await button('Save').click()
    await expect
      .poll(() => callsOf(updateOutgoingWebhook))
      .toMatchObject([
        {
          params: { id: id(1) },
          body: { url: 'https://hooks.example.com/other', events: ['call.ended'], version: 6 },
        },
      ])
    await expect.poll(() => drawer.elements()).toEqual([])
  })

  it('is deleted only after a yes', async () => {
    await openApp(edit)
    await button('Delete…').click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click()
    expect(callsOf(deleteOutgoingWebhook)).toEqual([])
    await button('Delete…').click()
    await button('Delete').click()
    await expect
      .poll(() => callsOf(deleteOutgoingWebhook).map(({ params }) => params))
      .toEqual([{ id: id(1) }])
    await expect.poll(() => drawer.elements()).toEqual([])
  })

  it('gets a new secret only after a yes, and shows it', async () => {
    answer(rotateWebhookSecret, { ...example(rotateWebhookSecret), secret: 'whsec_fresh' })
    await openApp(edit)
    await button('New secret…').click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Cancel' }).click()
    expect(callsOf(rotateWebhookSecret)).toEqual([])
    await button('New secret…').click()
    await button('Create new secret').click()
    await expect.element(page.getByText('whsec_fresh')).toBeVisible()
  })

  it('stays open with the reason when it could not be deleted', async () => {
    answer(deleteOutgoingWebhook, refuse('CONFLICT', 'It is in use'))
    await openApp(edit)
    await button('Delete…').click()
    await button('Delete').click()
    await expect.element(page.getByText(/It is in use/)).toBeVisible()
    await expect.element(url).toBeVisible()
  })
})

describe('the webhooks', () => {
  it('are paused by their switch, which goes back with the reason when that is refused', async () => {
    answer(updateOutgoingWebhook, refuse('FORBIDDEN', 'Ask an owner'))
    await openApp(address)
    await active.click({ force: true })
    await expect.element(page.getByText(/Ask an owner/)).toBeVisible()
    await expect.element(active).toBeChecked()
    expect(callsOf(updateOutgoingWebhook)).toMatchObject([{ params: { id: id(1) }, body: { active: false } }])
  })

  it('are resumed by their switch', async () => {
    answer(listOutgoingWebhooks, listOf(hook({ active: false })))
    await openApp(address)
    await active.click({ force: true })
    await expect.element(page.getByText('Resumed the webhook to hooks.example.com')).toBeVisible()
    expect(callsOf(updateOutgoingWebhook).map(({ body }) => body)).toEqual([{ active: true }])
  })

  it('say why they were paused, or that deliveries fail', async () => {
    const texts = [
      [{ active: false, pausedBecause: 'gone' }, 'Paused: the endpoint returned 410 Gone'],
      [{ active: false, pausedBecause: 'failing' }, 'Paused after repeated delivery failures'],
      [{ active: false, pausedBecause: 'port_not_allowed' }, /this port is not allowed/],
      [{ active: false, pausedBecause: 'not_https' }, /must begin with https/],
      [{ active: false }, 'Paused'],
      [{ failingSince: '2026-03-02T10:00:00.000Z' }, /No successful delivery since/],
    ] as const
    answer(listOutgoingWebhooks, listOf(...texts.map(([more], n) => hook({ ...more, id: id(n + 1) }))))
    await openApp(address)
    for (const [, text] of texts) await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  })

  it('are tested, or say why not', async () => {
    await openApp(address)
    await button('Send test to hooks.example.com').click()
    await expect.element(page.getByText('Sending test to hooks.example.com')).toBeVisible()
    expect(callsOf(testOutgoingWebhook).map(({ params }) => params)).toEqual([{ id: id(1) }])
    answer(testOutgoingWebhook, refuse('RATE_LIMITED', 'Wait a minute'))
    await button('Send test to hooks.example.com').click()
    await expect.element(page.getByText(/Wait a minute/)).toBeVisible()
  })

  it('say that they failed to load, not that there are none, and load again', async () => {
    answer(listOutgoingWebhooks, refuse('FORBIDDEN', 'Webhooks are out of reach'))
    await openApp(address)
    await expect.element(page.getByText('Webhooks are out of reach')).toBeVisible()
    expect(page.getByText('No webhooks yet').elements()).toEqual([])
    answer(listOutgoingWebhooks, listOf(hook()))
    await button('Retry').click()
    await expect.element(page.getByText('https://hooks.example.com/in')).toBeVisible()
  })
})

describe('the deliveries of a webhook', () => {
  const open = () => openApp(`${address}?webhook=${id(1)}&part=deliveries`)

  it('are filtered by state and read page after page', async () => {
    answer(listWebhookDeliveries, ({ query }) =>
      query?.cursor ? listOf(delivery(3)) : { ...listOf(delivery(2)), nextCursor: 'next' },
    )
    await open()
    await expect.element(page.getByText('event.2')).toBeVisible()
    await button('Show more').click()
    await expect.element(page.getByText('event.3')).toBeVisible()
    await page.getByText('Failed', { exact: true }).first().click()
    await expect
      .poll(() => callsOf(listWebhookDeliveries).at(-1))
      .toMatchObject({ params: { id: id(1) }, query: { state: 'failed' } })
  })

  it('are resent, each with its own responses', async () => {
    answer(listWebhookDeliveries, listOf(delivery(2), delivery(3)))
    await open()
    await page.getByRole('button', { name: /event\.3/ }).click()
    await button('Resend').click()
    await expect.element(page.getByText('Delivery resent')).toBeVisible()
    expect(callsOf(getWebhookDelivery)[0]?.params).toEqual({ id: id(1), deliveryId: id(3) })
    expect(callsOf(redeliverWebhook).map(({ params }) => params)).toEqual([{ id: id(1), deliveryId: id(3) }])
    await page.getByRole('button', { name: /event\.3/ }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Resend' }).elements()).toEqual([])
  })

  it('say why one was not resent or not found, and load it again', async () => {
    answer(listWebhookDeliveries, listOf(delivery(2)))
    answer(getWebhookDelivery, refuse('NOT_FOUND', 'This delivery was deleted'))
    await open()
    await page.getByRole('button', { name: /event\.2/ }).click()
    await expect.element(page.getByText('This delivery was deleted')).toBeVisible()
    answer(getWebhookDelivery, { ...example(getWebhookDelivery), payload: '{"a":1}' })
    answer(redeliverWebhook, refuse('CONFLICT', 'This webhook is paused'))
    await button('Retry').click()
    await button('Resend').click()
    await expect.element(page.getByText(/This webhook is paused/)).toBeVisible()
  })
})
