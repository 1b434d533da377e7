import { exploreReport } from '@muster/contract/explore.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerFields, fieldOf, optionsOf } from '../testing/custom-fields.ts'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, refuse } from '../testing/server.ts'

const license = fieldOf(1, {
  key: 'license',
  label: 'License class',
  type: 'choice',
  options: optionsOf('CDL-A', 'CDL-B'),
})
const pay = fieldOf(2, {
  subject: 'application',
  key: 'pay',
  label: 'Expected pay',
  type: 'money',
  currency: 'USD',
})
const remote = fieldOf(3, { subject: 'position', key: 'remote', label: 'Remote', type: 'boolean' })

beforeEach(() => {
  answerFields(() => [license, pay, remote])
})

const grouping = (name: string) => page.getByRole('combobox', { name, exact: true })
const lastQuery = () => callsOf(exploreReport).at(-1)?.query
/** The filter of each question; without rows, Explore also asks without each filter. */
const filters = () => callsOf(exploreReport).map(({ query }) => query?.field)

describe('the custom fields in Explore', () => {
  it('are groupings under their label, if they have groups', async () => {
    await openApp('/explore?measure=newApplications')
    const first = grouping('First grouping')
    await first.selectOptions('License class')
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'New applications by License class' }))
      .toBeVisible()
    await expect.poll(() => lastQuery()?.by).toEqual('candidate.license')
    await grouping('Second grouping').selectOptions('Remote')
    await expect.poll(() => lastQuery()?.by).toEqual(['candidate.license', 'position.remote'])
    expect(first.element().textContent).not.toContain('Expected pay')
    expect(grouping('Second grouping').element().textContent).not.toContain('License class')
  })

  it('are filters, which the question keeps in its address', async () => {
    await openApp('/explore?measure=newApplications&by=source')
    await page.getByRole('button', { name: 'Field', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Expected pay' }).click()
    await page.getByRole('textbox', { name: 'Value' }).fill('4,500')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Expected pay at least $4,500' })).toBeVisible()
    await expect.poll(filters).toContain('pay:gte:450000')
    expect(location.search).toContain('field=pay')
  })

  it('that are gone are named as unknown, and another grouping can be chosen', async () => {
    answer(exploreReport, refuse('VALIDATION', 'field.gone: There is no field with this key to group by'))
    await openApp('/explore?measure=newApplications&by=field.gone')
    await expect
      .element(page.getByText('field.gone: There is no field with this key to group by'))
      .toBeVisible()
    await expect
      .element(page.getByRole('heading', { level: 1, name: 'New applications by Unknown field' }))
      .toBeVisible()
    await grouping('First grouping').selectOptions('Source')
    await expect.poll(() => lastQuery()?.by).toEqual('source')
  })

  it('are removed from the filters again', async () => {
    await openApp('/explore?measure=newApplications&field=pay:gte:450000')
    await expect.poll(filters).toContain('pay:gte:450000')
    await page.getByRole('button', { name: 'Remove Expected pay' }).click()
    await expect.poll(() => location.search).not.toContain('field')
  })
})
