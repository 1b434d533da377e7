import { exploreDistribution, exploreReport } from '@muster/contract/explore.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { answer, callsOf, example } from '../testing/server.ts'

const spread = (more: object = {}) => ({
  ...example(exploreDistribution),
  measure: 'timeToHire' as const,
  unit: 'days' as const,
  n: 24,
  median: 9.5,
  p90: 21,
  isFew: false,
  bars: [
    { from: 0, to: 5, count: 4, rows: 4 },
    { from: 5, to: 10, count: 0, rows: 0 },
    { from: 10, to: null, count: 20, rows: 20 },
  ],
  ...more,
})

/** Something is counted, or the screen says that nothing is. */
function countDurations() {
  const [one] = example(exploreReport).measures
  const cell = { ...one!.cells[0]!, row: null, column: null, value: 9.5, n: 24, part: null, previous: null }
  answer(exploreReport, {
    ...example(exploreReport),
    by: [],
    rows: [],
    columns: [],
    measures: [{ ...one!, measure: 'timeToHire', unit: 'days', summary: null, cells: [cell] }],
  })
}

describe('the distribution of a duration', () => {
  beforeEach(countDurations)

  it('is offered for durations alone', async () => {
    answer(exploreDistribution, spread())
    await openApp('/explore?measure=timeToHire')
    await page.getByText('Distribution', { exact: true }).click()
    await expect.element(page.getByText('9.5 d').first()).toBeVisible()
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Measure' }), 'hired')
    await expect.element(page.getByText('Distribution', { exact: true })).not.toBeInTheDocument()
  })

  it('opens the rows of a bar, the last one without an upper limit', async () => {
    answer(exploreDistribution, spread())
    await openApp('/explore?measure=timeToHire&chart=distribution')
    const first = page.getByRole('link', { name: '0–5 d: 4' })
    await expect.element(first).toBeVisible()
    const href = (name: string) => page.getByRole('link', { name }).element().getAttribute('href')!
    expect(href('0–5 d: 4')).toContain('countedValueFrom=0&countedValueTo=5')
    expect(href('10 d or more: 20')).toContain('countedValueFrom=10')
    expect(href('10 d or more: 20')).not.toContain('countedValueTo')
    expect(page.getByRole('link', { name: /^5–10 d/ }).elements()).toEqual([])
  })

  it('begins with its first values on a phone, not with empty bars', async () => {
    const bars = Array.from({ length: 14 }, (_, index) => {
      const count = index < 8 ? 0 : 3
      return { from: index * 2, to: index * 2 + 2, count, rows: count }
    })
    answer(exploreDistribution, spread({ bars }))
    await page.viewport(390, 844)
    await openApp('/explore?measure=timeToHire&chart=distribution')
    await expect.element(page.getByRole('link', { name: '16–18 d: 3' })).toBeInViewport()
    await page.viewport(1280, 900)
  })

  it('says why it is grey below ten values', async () => {
    answer(exploreDistribution, spread({ n: 7, isFew: true }))
    await openApp('/explore?measure=timeToHire&chart=distribution')
    await expect.element(page.getByText(/Grey: 7 values. Fewer than 10/)).toBeVisible()
  })
})

describe('the funnel', () => {
  it('has each stage with its share of the one before, and opens its rows', async () => {
    const [one] = example(exploreReport).measures
    const step = (measure: string, n: number, part: number) => ({
      ...one!,
      measure,
      unit: 'share',
      summary: null,
      cells: [
        { ...one!.cells[0]!, row: null, column: null, n, part, value: part / n, rows: n, previous: null },
      ],
    })
    answer(exploreReport, {
      ...example(exploreReport),
      by: [],
      rows: [],
      columns: [],
      measures: [
        step('contactedConversion', 40, 30),
        step('qualifiedConversion', 30, 20),
        step('submittedConversion', 20, 8),
        step('interviewConversion', 8, 4),
        step('offerConversion', 4, 2),
        step('hiredConversion', 2, 1),
      ],
    } as never)
    await openApp('/explore')
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Measure' }), 'funnel')
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Funnel')
    const row = page.getByRole('row', { name: /^Contacted/ })
    await expect.element(row).toHaveTextContent('Contacted3075%75%–')
    await expect.element(page.getByRole('row', { name: /^Lead/ })).toHaveTextContent('Lead40100%–')
    expect(row.getByRole('link').element().getAttribute('href')).toContain('counted=contactedConversion.part')
    expect(callsOf(exploreReport).at(-1)!.query).toMatchObject({
      measure: expect.arrayContaining(['contactedConversion', 'hiredConversion']),
    })
  })
})
