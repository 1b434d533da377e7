import {
  cancelWorkspaceSubscription,
  getBillingSettings,
  getWorkspaceSubscription,
  grantPlan,
  previewWorkspaceChange,
  setWorkspaceSubscription,
  updateBillingSettings,
} from '@muster/contract/admin-billing.ts'
import { getAdministeredWorkspace } from '@muster/contract/admin-workspaces.ts'
import { listAllInvoices, markInvoicePaid, voidInvoice } from '@muster/contract/invoices.ts'
import { listPlans } from '@muster/contract/plans.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { id } from '../testing/fixtures.ts'
import { openApp, signInAs } from '../testing/open-app.tsx'
import { answer, answerLater, callsOf, example, refuse } from '../testing/server.ts'

type Status = ReturnType<typeof example<typeof getWorkspaceSubscription>>
type Subscription = NonNullable<Status['subscription']>
type Plan = ReturnType<typeof example<typeof listPlans>>['items'][number]
type Invoice = ReturnType<typeof example<typeof listAllInvoices>>['items'][number]

const button = (name: string) => page.getByRole('button', { name, exact: true })
const option = (name: string) => page.getByRole('option', { name, exact: true })
const of = { params: { id: id(1) } }

beforeEach(() => {
  signInAs('superadmin')
})

function statusOf(subscription: Partial<Subscription> | null, more: Partial<Status> = {}): Status {
  const status = example(getWorkspaceSubscription)
  const live = subscription && { ...status.subscription!, cancelsAtPeriodEnd: false, ...subscription }
  return { ...status, checkout: null, subscription: live as Subscription | null, ...more }
}

async function openWorkspace(status: Status) {
  answer(getWorkspaceSubscription, status)
  answer(getAdministeredWorkspace, { ...example(getAdministeredWorkspace), id: id(1) })
  await openApp(`/admin/workspaces?open=${id(1)}`)
  await expect.element(button('Change plan…')).toBeVisible()
}

const manual = { provider: 'manual', state: 'active' } as const

describe('the plan of a workspace', () => {
  it.each([
    ['at once', 'End plan now…', 'End plan now', 'now'],
    ['later', 'Cancel plan…', 'Cancel plan', 'period_end'],
  ])('ends %s after a yes alone', async (_, asks, yes, when) => {
    await openWorkspace(statusOf(manual))
    await button(asks).click()
    await button('Keep plan').click()
    await expect.poll(() => button('Keep plan').elements()).toEqual([])
    expect(callsOf(cancelWorkspaceSubscription)).toEqual([])
    answer(cancelWorkspaceSubscription, () => {
      answer(getWorkspaceSubscription, statusOf(null))
      return statusOf(null)
    })
    await button(asks).click()
    await button(yes).click()
    await expect.poll(() => callsOf(cancelWorkspaceSubscription)).toMatchObject([{ ...of, body: { when } }])
    await expect.element(page.getByText(/without payment$/)).toBeVisible()
    expect(button('End plan now…').elements()).toEqual([])
  })

  it.each([
    ['is past due', { ...manual, state: 'past_due' as const }],
    ['ends anyway', { ...manual, cancelsAtPeriodEnd: true }],
  ])('that %s does not end later, but can end now', async (_, subscription) => {
    await openWorkspace(statusOf(subscription))
    await expect.element(button('End plan now…')).toBeVisible()
    expect(button('Cancel plan…').elements()).toEqual([])
  })
})

describe('another plan for a workspace', () => {
  const sell = button('Sell with invoice')
  const seats = page.getByLabelText('Seats')

  const planOf = (n: number, name: string, more: Partial<Plan> = {}, terms: Partial<Plan['terms']> = {}) => {
    const [plan] = example(listPlans).items
    const limits = { ...plan!.terms.limits, seats: 'unlimited' as const }
    const sold = { limits, priceMonthlyMinor: 3900, priceYearlyMinor: 39_000, perSeat: true, ...terms }
    return {
      ...plan!,
      id: id(n),
      name,
      state: 'public' as const,
      ...more,
      terms: { ...plan!.terms, ...sold },
    }
  }

  beforeEach(() => {
    answer(listPlans, {
      ...example(listPlans),
      items: [
        planOf(11, 'Team'),
        planOf(12, 'Yearly', { state: 'hidden' }, { priceMonthlyMinor: null }),
        planOf(13, 'Gift', {}, { priceMonthlyMinor: null, priceYearlyMinor: null }),
        planOf(14, 'Old', { state: 'archived' }),
      ],
    })
    answer(previewWorkspaceChange, { ...example(previewWorkspaceChange), effect: 'now' })
  })

  async function choose(status: Status, plan: string) {
    await openWorkspace(status)
    await button('Change plan…').click()
    await page.getByRole('combobox', { name: 'Plan', exact: true }).click()
    await expect.element(option('Team')).toBeVisible()
    expect(page.getByRole('option', { name: /^Old/ }).elements()).toEqual([])
    await page.getByRole('option', { name: new RegExp(`^${plan}`) }).click()
  }

  it('is sold once, with the seats and the interval that were previewed', async () => {
    await choose(statusOf(manual), 'Team')
    await seats.fill('7')
    await page.getByRole('button', { name: /per seat per year$/ }).click()
    await expect
      .poll(() => callsOf(previewWorkspaceChange).at(-1)?.query)
      .toMatchObject({ seats: '7', interval: 'year' })
    const respond = answerLater(setWorkspaceSubscription, statusOf(manual))
    await expect.element(sell).toBeEnabled()
    await sell.dblClick()
    respond()
    await expect.element(button('Change plan…')).toBeVisible()
    expect(callsOf(setWorkspaceSubscription)).toMatchObject([
      { ...of, body: { planId: id(11), interval: 'year', seats: 7 } },
    ])
  })

  it('is not sold before its price is seen, nor where nothing would change', async () => {
    const respond = answerLater(previewWorkspaceChange, {
      ...example(previewWorkspaceChange),
      effect: 'none',
    })
    await choose(statusOf(manual), 'Team')
    await expect.element(sell).toBeDisabled()
    respond()
    await expect.element(page.getByRole('table').last()).toBeVisible()
    await expect.element(sell).toBeDisabled()
  })

  it('has its own interval, whatever plan was looked at before', async () => {
    await choose(statusOf(manual), 'Team')
    await expect.element(sell).toBeEnabled()
    await page.getByRole('combobox', { name: 'Plan', exact: true }).click()
    await page.getByRole('option', { name: /^Yearly/ }).click()
    await expect
      .poll(() => callsOf(previewWorkspaceChange).at(-1)?.query)
      .toMatchObject({ planId: id(12), interval: 'year' })
  })

  it.each([
    [
      'is Stripe’s',
      statusOf({ ...manual, provider: 'stripe' }),
      /^This workspace's subscription is managed in Stripe/,
    ],
    [
      'is overdue',
      statusOf(manual, { can: { ...example(getWorkspaceSubscription).can, change: false } }),
      /^An invoice is overdue/,
    ],
  ])('is not sold while the subscription %s', async (_, status, why) => {
    await choose(status, 'Team')
    await expect.element(page.getByText(why)).toBeVisible()
    await expect.element(button('Assign without payment')).toBeVisible()
    expect(sell.elements()).toEqual([])
  })

  it('without a price is assigned, and stays chosen if that is refused', async () => {
    await choose(statusOf(null), 'Gift')
    answer(grantPlan, refuse('CONFLICT', 'This plan is archived'))
    await button('Assign without payment').click()
    await expect.element(page.getByText('Plan not changed: This plan is archived')).toBeVisible()
    answer(grantPlan, statusOf(null))
    await button('Assign without payment').click()
    await expect.element(button('Change plan…')).toBeVisible()
    expect(callsOf(grantPlan)[1]).toMatchObject({ ...of, body: { planId: id(13) } })
    expect(callsOf(setWorkspaceSubscription)).toEqual([])
  })

  it('is not set on Cancel', async () => {
    await choose(statusOf(manual), 'Team')
    await button('Cancel').click()
    await expect.element(button('Change plan…')).toBeVisible()
    expect([...callsOf(grantPlan), ...callsOf(setWorkspaceSubscription)]).toEqual([])
  })
})

describe('an invoice of a workspace', () => {
  const drawer = page.getByRole('dialog', { name: /INV-7/ })
  const note = page.getByLabelText('Note')

  function answerInvoice(more: Partial<Invoice> = {}) {
    const all = example(listAllInvoices)
    const open = {
      number: 'INV-7',
      hostedUrl: null,
      state: 'open',
      can: { markPaid: true, void: true },
    } as const
    answer(listAllInvoices, { ...all, items: [{ ...all.items[0]!, id: id(5), ...open, ...more }] })
  }

  async function openInvoice(more: Partial<Invoice> = {}) {
    answerInvoice(more)
    await openApp(`/admin/plans?view=invoices&open=${id(5)}`)
    await expect.element(drawer).toBeVisible()
  }

  it('is marked as paid after a yes alone, with the note', async () => {
    await openInvoice()
    await note.fill('By bank transfer')
    await button('Mark as paid…').click()
    await button('Cancel').click()
    await expect.poll(() => button('Cancel').elements()).toEqual([])
    expect(callsOf(markInvoicePaid)).toEqual([])
    await expect.element(note).toHaveValue('By bank transfer')
    answer(markInvoicePaid, () => {
      answerInvoice({ state: 'paid', can: { markPaid: false, void: false } })
      return example(markInvoicePaid)
    })
    await button('Mark as paid…').click()
    await button('Mark as paid').dblClick()
    await expect.poll(() => button('Mark as paid…').elements()).toEqual([])
    expect(callsOf(markInvoicePaid)).toMatchObject([
      { params: { id: id(5) }, body: { note: 'By bank transfer' } },
    ])
  })

  it('is voided with a reason, after a yes alone', async () => {
    await openInvoice()
    await expect.element(button('Void invoice…')).toBeDisabled()
    await note.fill('Sent twice')
    await button('Void invoice…').click()
    await button('Cancel').click()
    await expect.poll(() => button('Cancel').elements()).toEqual([])
    expect(callsOf(voidInvoice)).toEqual([])
    answer(voidInvoice, refuse('CONFLICT', 'It is paid'))
    await button('Void invoice…').click()
    await button('Void invoice').click()
    await expect.element(page.getByText('INV-7 not changed: It is paid')).toBeVisible()
    await expect.element(note).toHaveValue('Sent twice')
    expect(callsOf(voidInvoice)).toMatchObject([{ params: { id: id(5) }, body: { reason: 'Sent twice' } }])
  })

  it('that is paid or void changes no more', async () => {
    await openInvoice({ can: { markPaid: false, void: false } })
    await expect.element(button('Download invoice INV-7')).toBeVisible()
    for (const name of ['Mark as paid…', 'Void invoice…']) expect(button(name).elements()).toEqual([])
    expect(note.elements()).toEqual([])
  })
})

describe('the details of the seller', () => {
  it('stay as typed when they are refused, with why at the field', async () => {
    answer(getBillingSettings, { ...example(getBillingSettings), sellerName: 'Muster Ltd', graceDays: 7 })
    await openApp('/admin/plans?view=seller')
    await page.getByLabelText('Company').fill('Muster Inc')
    answer(updateBillingSettings, refuse('VALIDATION', 'Check the fields.', { sellerName: ['Too long'] }))
    await button('Save').click()
    await expect.element(page.getByText('Too long')).toBeVisible()
    await expect.element(page.getByLabelText('Company')).toHaveValue('Muster Inc')
    answer(updateBillingSettings, ({ body }) => body as never)
    await button('Save').click()
    await expect.element(button('Save')).toBeDisabled()
    expect(callsOf(updateBillingSettings).at(-1)?.body).toMatchObject({
      sellerName: 'Muster Inc',
      graceDays: 7,
    })
  })
})
