import { getKpiMetrics } from '@muster/contract/dashboard.ts'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { answer, example } from '../testing/server.ts'

const day = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()

/** Shows key figures that rose from the second number to the first. */
async function openWith(value: number, previous: number, unit: 'count' | 'rate' = 'count') {
  const { items, period } = example(getKpiMetrics)
  answer(getKpiMetrics, {
    items: items.map((item) => ({
      ...item,
      unit,
      value,
      previous,
      n: unit === 'rate' ? 365 : value,
      previousN: unit === 'rate' ? 297 : previous,
    })),
    period: { ...period, from: day(7), to: day(0), previousFrom: day(14), previousTo: day(7) },
  })
  await openApp('/dashboard')
}

describe('a change of a key figure', () => {
  it('is marked as good where more is better', async () => {
    await openWith(40, 20)
    const change = page.getByText('+100%', { exact: true }).first()
    await expect.element(change).toHaveAttribute('data-good', 'true')
  })

  it('is the difference of the rates as they are shown', async () => {
    await openWith(0.7851, 0.7508, 'rate')
    await expect.element(page.getByText('+4 pts', { exact: true }).first()).toBeVisible()
  })

  it('names no base where there is nobody', async () => {
    const { items, period } = example(getKpiMetrics)
    answer(getKpiMetrics, {
      items: items.map((item) => ({
        ...item,
        unit: 'rate' as const,
        value: null,
        previous: null,
        n: 0,
        previousN: 0,
      })),
      period,
    })
    await openApp('/dashboard')
    await expect.element(page.getByText('no previous data').first()).toBeVisible()
    expect(page.getByText('of 0', { exact: true }).elements()).toEqual([])
  })

  it('is neither good nor bad where the numbers are too small', async () => {
    await openWith(19, 6)
    const change = page.getByText('+13', { exact: true }).first()
    await expect.element(change).toHaveAttribute('data-doubtful', 'true')
    await expect.element(change).not.toHaveAttribute('data-good')
  })
})
