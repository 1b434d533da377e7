import { exploreReport } from '@muster/contract/explore.ts'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../testing/open-app.tsx'
import { answer, example } from '../testing/server.ts'

const table = page.getByRole('region', { name: 'Table' })
const row = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

/** The address of the rows that a number of a row opens. */
function opens(name: string, number: string): URLSearchParams {
  const link = row(name).getByRole('link', { name: number, exact: true }).elements()[0]
  return new URL((link as HTMLAnchorElement).href).searchParams
}

const group = { name: null, isOthers: false, others: [], at: null, previousKey: null, isPartial: false }

function answerRates(by: ['week'] | ['source'], rows: object[]) {
  const shown = example(exploreReport)
  const [one] = shown.measures
  const before = { value: 0.6, n: 20, part: 12, p90: null, rows: 20 }
  const cell = { column: null, p90: null, rows: 40, previous: before }
  answer(exploreReport, {
    ...shown,
    by,
    rows: rows as never,
    columns: [],
    measures: [
      {
        ...one!,
        measure: 'contactRate',
        unit: 'share',
        summary: null,
        cells: [
          { ...cell, row: 0, value: 0.75, n: 8, part: 6, isFew: true },
          { ...cell, row: 1, value: 0.5, n: 40, part: 20, isFew: false },
          { ...cell, row: null, value: 0.54, n: 48, part: 26, isFew: false },
        ],
      },
    ],
  })
  return shown.period
}

it('greys rates of fewer than 10 alone, with the reason', async () => {
  answerRates(
    ['source'],
    [
      { ...group, key: 'Indeed', name: 'Indeed' },
      { ...group, key: 'Referral', name: 'Referral' },
    ],
  )
  await openApp('/explore?measure=contactRate&by=source')
  await expect.element(row('Indeed').getByRole('img', { name: /Fewer than 10/ })).toBeVisible()
  const greyed = table
    .getByRole('rowheader')
    .elements()
    .filter((each) => each.parentElement!.querySelector('td[data-few]'))
  expect(greyed.map((each) => each.textContent)).toEqual(['Indeed'])
  expect(
    row('Referral')
      .getByRole('img', { name: /Fewer than 10/ })
      .elements(),
  ).toEqual([])
})

it('opens the rows of its group from a rate, its numerator and the period before', async () => {
  const period = answerRates(
    ['week'],
    [
      { ...group, key: '2026-11-02', at: '2026-11-02T00:00:00.000Z', previousKey: '2026-10-05' },
      { ...group, key: '2026-11-09', at: '2026-11-09T00:00:00.000Z', previousKey: '2026-10-12' },
    ],
  )
  await openApp('/explore?measure=contactRate&by=week')
  await expect.element(row('Nov 9').getByRole('link', { name: '50%' })).toBeVisible()
  const [rate, part, before] = [opens('Nov 9', '50%'), opens('Nov 9', '20 of 40'), opens('Nov 9', '60%')]
  expect([rate, part, before].map((each) => each.get('counted'))).toEqual([
    'contactRate',
    'contactRate.part',
    'contactRate',
  ])
  expect(rate.toString()).toContain('2026-11-09')
  expect(part.get('countedIn')).toBe(rate.get('countedIn'))
  expect([rate.get('countedFrom'), rate.get('countedTo')]).toEqual([period.from, period.to])
  expect(before.get('countedIn')).toBe(rate.get('countedIn')!.replace('2026-11-09', '2026-10-12'))
  expect([before.get('countedFrom'), before.get('countedTo')]).toEqual([
    period.previousFrom,
    period.previousTo,
  ])
  expect(opens('All', '54%').get('countedIn')).toBeNull()
})

it('opens from all others the rows of no group that is named', async () => {
  answerRates(
    ['source'],
    [
      { ...group, key: 'Indeed', name: 'Indeed' },
      { ...group, key: null, isOthers: true, others: ['Indeed'] },
    ],
  )
  await openApp('/explore?measure=contactRate&by=source')
  await expect.element(row('Indeed').getByRole('link', { name: '75%' })).toBeVisible()
  const named = opens('Indeed', '75%').toString()
  const others = opens('All others', '50%').toString()
  expect(others).toContain('Indeed')
  expect(others).not.toBe(named)
})

it('has a scale beside a heat map, from the lowest to the highest value that it shades', async () => {
  const shown = example(exploreReport)
  const cell = { p90: null, rows: 40, part: 20, n: 40, isFew: false, previous: null }
  answer(exploreReport, {
    ...shown,
    by: ['source', 'week'],
    rows: [{ ...group, key: 'Indeed', name: 'Indeed' }],
    columns: ['2019-11-04', '2019-11-11', '2019-11-18'].map((key) => ({ ...group, key })),
    measures: [
      {
        ...shown.measures[0]!,
        ...{ measure: 'contactRate', unit: 'share', summary: null },
        cells: [
          { ...cell, row: 0, column: 0, value: 0.2 },
          { ...cell, row: 0, column: 1, value: 0.6 },
          { ...cell, row: 0, column: 2, value: 1, n: 2, part: 2, isFew: true },
          { ...cell, row: 0, column: null, value: 0.9 },
          { ...cell, row: null, column: null, value: 0.9 },
        ],
      },
    ],
  })
  await openApp('/explore?measure=contactRate&by=source&by=week&chart=heat')
  await expect.element(page.getByText('20%60%')).toBeVisible()
  await expect.element(page.getByText('Without color: fewer than 10')).toBeVisible()
  await openApp('/explore?measure=contactRate&by=source&by=week&chart=table')
  await expect.element(row('Indeed').getByRole('link', { name: '60%' })).toBeVisible()
  expect(page.getByText('20%60%').elements()).toEqual([])
})

function answerCells(measure: string, unit: string, by: string[], ns: [row: number | null, n: number][]) {
  const shown = example(exploreReport)
  const cell = { column: null, part: null, isFew: false, previous: null }
  const cells = ns.map(([row, n]) => ({
    ...cell,
    row,
    n,
    rows: n,
    value: n / 10,
    p90: unit === 'count' ? null : 3.14,
  }))
  answer(exploreReport, {
    ...shown,
    by: by as never,
    rows: ['9', '10'].map((key) => ({ ...group, key })),
    columns: [],
    measures: [{ ...shown.measures[0]!, ...({ measure, unit, summary: null, cells } as object) }],
  })
}

it.each([
  ['timeToFirstCall', 'hours', '90% within 3.1 h'],
  ['timeToHire', 'days', '90% within 3.1 d'],
])('has the unit of the 90th percentile of %s', async (measure, unit, text) => {
  answerCells(
    measure,
    unit,
    ['hour'],
    [
      [0, 12],
      [1, 12],
      [null, 24],
    ],
  )
  await openApp(`/explore?measure=${measure}&by=hour`)
  await expect.element(table.getByText(text).first()).toBeVisible()
})

it.each<[string, number, RegExp]>([
  ['applicationsCalled', 20, /more than the total: an application may be in several groups/],
  ['callsPlaced', 20, /more than the total: a call may be in several groups/],
  ['applicationsCalled', 24, /^Totals are counted from the rows, not added up/],
])('says why the hours of %s add up to more than a total of %i', async (measure, total, text) => {
  answerCells(
    measure,
    'count',
    ['hour'],
    [
      [0, 12],
      [1, 12],
      [null, total],
    ],
  )
  await openApp(`/explore?measure=${measure}&by=hour`)
  await expect.element(page.getByText(text)).toBeVisible()
})

it.each([
  [1440, 900],
  [390, 844],
])(
  'with two groupings scrolls in its frame at %i: the names of rows and columns stay, and the page is no wider',
  async (width, height) => {
    const shown = example(exploreReport)
    const names = Array.from({ length: 24 }, (_, index) => ({
      ...group,
      key: `Source ${index}`,
      name: `Source ${index}`,
    }))
    const cell = { value: 0.5, n: 40, part: 20, p90: null, rows: 40, isFew: false, previous: null }
    const places = [...names.keys(), null]
    answer(exploreReport, {
      ...shown,
      by: ['source', 'company'],
      rows: names,
      columns: names,
      measures: [
        {
          ...shown.measures[0]!,
          ...({ measure: 'contactRate', unit: 'share', summary: null } as object),
          cells: places.flatMap((row) => places.map((column) => ({ ...cell, row, column }))),
        },
      ],
    })
    await page.viewport(width, height)
    await openApp('/explore?measure=contactRate&by=source&by=company&chart=table')
    await expect.element(row('Source 23').first()).toBeInTheDocument()
    const frame = table.element()
    frame.scrollTo(5000, 5000)
    const place = frame.getBoundingClientRect()
    const topOf = (element: Element) => element.getBoundingClientRect().top - place.top
    const leftOf = (element: Element) => element.getBoundingClientRect().left - place.left
    await expect.poll(() => frame.scrollLeft).toBeGreaterThan(100)
    expect(frame.scrollTop).toBeGreaterThan(100)
    expect(topOf(table.getByRole('columnheader', { name: 'Source 23' }).element())).toBeLessThan(2)
    expect(leftOf(table.getByRole('rowheader', { name: 'Source 23' }).element())).toBeLessThan(2)
    const corner = table.getByRole('columnheader', { name: 'Source', exact: true }).element()
    expect([topOf(corner) < 2, leftOf(corner) < 2]).toEqual([true, true])
    // Nothing that scrolls covers the corner.
    expect(document.elementFromPoint(place.left + 20, place.top + 10)).toBe(corner)
    expect(document.documentElement.scrollWidth).toBe(width)
  },
)
