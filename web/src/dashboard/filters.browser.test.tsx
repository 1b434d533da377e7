import { getKpiMetrics } from '@muster/contract/dashboard.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { exampleId } from '../testing/example.ts'
import { id } from '../testing/fixtures.ts'
import { openApp } from '../testing/open-app.tsx'
import { callsOf } from '../testing/server.ts'

const filters = page.getByRole('group', { name: 'Filters' })
const asked = () => callsOf(getKpiMetrics).at(-1)?.query
const address = () => Object.fromEntries(new URLSearchParams(location.search))

describe('the filters of the dashboard', () => {
  beforeEach(async () => {
    await openApp(`/dashboard?days=7&companyId=${exampleId}&ownerId=${id(7)}&source=Fair`)
    await expect.element(filters).toBeVisible()
    await expect.poll(asked).toMatchObject({ companyId: exampleId })
  })

  it('are read from the address', () => {
    expect(asked()).toMatchObject({ companyId: exampleId, ownerId: id(7), source: 'Fair' })
    expect(asked()?.from).toBeDefined()
  })

  it('are removed one by one, and the others stay', async () => {
    await filters.getByRole('button', { name: 'Remove Company' }).click()
    await expect.poll(asked).not.toHaveProperty('companyId')
    expect(asked()).toMatchObject({ ownerId: id(7), source: 'Fair' })
    expect(address()).toMatchObject({ days: '7', ownerId: id(7), source: 'Fair' })
  })

  it('stay when another period is chosen', async () => {
    await page.getByLabelText('Period').selectOptions('90')
    await expect.poll(address).toMatchObject({ days: '90', companyId: exampleId })
    expect(asked()).toMatchObject({ companyId: exampleId })
  })

  it('keep the days shown when a range of one’s own begins', async () => {
    const before = asked()
    await page.getByLabelText('Period').selectOptions('own')
    await expect.poll(() => address().from).toBeDefined()
    expect(address().days).toBeUndefined()
    expect([asked()?.from, asked()?.companyId]).toEqual([before?.from, exampleId])
  })
})
