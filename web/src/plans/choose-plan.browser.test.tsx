import { listPlans } from '@muster/contract/plans.ts'
import {
  checkout,
  getActiveSubscription,
  getBillingDetails,
  previewChange,
  updateBillingDetails,
} from '@muster/contract/subscriptions.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { exampleId } from '../testing/example.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example, refuse } from '../testing/server.ts'

const drawer = page.getByRole('dialog')

describe('choosing a plan', () => {
  const order = drawer.getByRole('button', { name: 'Order with invoice' })

  beforeEach(() => {
    const [plan] = example(listPlans).items
    const terms = { ...plan!.terms, perSeat: false, priceMonthlyMinor: 3000, priceYearlyMinor: null }
    answer(listPlans, { ...example(listPlans), items: [{ ...plan!, name: 'Team', state: 'public', terms }] })
    answer(getActiveSubscription, { ...example(getActiveSubscription), payments: 'manual' })
    // A redirect would leave the page.
    answer(checkout, { ...example(checkout), outcome: 'invoice', url: null })
  })

  async function open(effect: 'checkout' | 'none') {
    const at = '2099-01-01T00:00:00.000Z'
    answer(previewChange, { ...example(previewChange), effect, at, trialDays: 0 })
    await openApp(`/plans?choose=${exampleId}`)
    await expect.element(drawer.getByRole('button', { name: 'Cancel' })).toBeVisible()
  }

  it('orders nothing on Cancel', async () => {
    await open('checkout')
    await expect.element(order).toBeEnabled()
    await drawer.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => drawer.elements()).toEqual([])
    expect(callsOf(checkout)).toEqual([])
  })

  it('stays open with why when it is refused', async () => {
    answer(checkout, refuse('CONFLICT', 'An invoice is overdue.'))
    await open('checkout')
    await order.click()
    await expect.element(page.getByText(/An invoice is overdue/).first()).toBeVisible()
    await expect.element(order).toBeEnabled()
    expect(callsOf(checkout)[0]?.body).toMatchObject({ planId: exampleId, interval: 'month' })
  })

  it('is not possible for the plan that one has', async () => {
    await open('none')
    await expect.element(drawer.getByRole('button', { name: /^Change on/ })).toBeDisabled()
  })
})

describe('the billing details', () => {
  const company = drawer.getByRole('textbox', { name: 'Company' })

  beforeEach(async () => {
    answer(getBillingDetails, { name: 'North Ltd', address: '', taxId: '', email: '' })
    await openApp('/plans?details=true')
    await expect.element(company).toHaveValue('North Ltd')
  })

  it('stay typed when they are refused, with why at the field', async () => {
    answer(updateBillingDetails, refuse('VALIDATION', 'Check the fields.', { taxId: ['No such tax ID'] }))
    await company.fill('South Ltd')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect.element(drawer.getByText('No such tax ID')).toBeVisible()
    await expect.element(company).toHaveValue('South Ltd')
  })

  it('are not lost by closing the drawer unless one says so', async () => {
    await company.fill('South Ltd')
    await drawer.getByRole('button', { name: 'Close the dialog' }).first().click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await expect.element(company).toHaveValue('South Ltd')
  })
})
