import { describe, expect, it } from 'vitest'
import type { Explored } from './explore-charts.ts'
import { linesOf, niceStep, spreadLabels } from './line-scale.ts'

const group = (key: string | null, more: object = {}) => ({
  key,
  name: key,
  isOthers: false,
  others: [],
  at: null,
  previousKey: null,
  isPartial: false,
  ...more,
})

const week = (key: string, isPartial = false) =>
  group(key, { name: null, at: `${key}T00:00:00.000Z`, isPartial })

function answer(sources: number): Explored {
  const cell = (row: number, column: number | null, value: number) => ({
    row,
    column,
    value,
    n: 20,
    part: 10,
    p90: null,
    rows: 20,
    isFew: false,
    previous: null,
  })
  return {
    period: {
      from: '2026-11-02T00:00:00.000Z',
      to: '2026-11-18T12:00:00.000Z',
      previousFrom: '',
      previousTo: '',
      timezone: 'UTC',
      isPartial: true,
    },
    by: ['week', 'source'],
    rows: [week('2026-11-02'), week('2026-11-09'), week('2026-11-16', true)],
    rowCount: 3,
    columns: [
      ...Array.from({ length: sources }, (_, index) => group(`Source ${index}`)),
      group(null, { isOthers: true }),
    ],
    columnCount: sources + 4,
    measures: [
      {
        measure: 'contactRate',
        unit: 'share',
        summary: null,
        definition: '',
        cells: [cell(0, 0, 0.42), cell(2, 0, 0.61), cell(0, null, 0.5)],
      },
    ],
  } as Explored
}

describe('linesOf', () => {
  it.each([
    ['at zero for a count', { unit: 'count', summary: null }, [0.42, 0, 0.61]],
    ['at zero for call minutes', { unit: 'minutes', summary: null }, [0.42, 0, 0.61]],
    ['not at all for a rate', { unit: 'share', summary: null }, [0.42, undefined, 0.61]],
    ['not at all for a field', { unit: 'count', summary: { aggregate: 'average' } }, [0.42, undefined, 0.61]],
  ])('draws a week in which nothing was counted %s', (_, more, values) => {
    const explored = answer(1)
    Object.assign(explored.measures[0]!, more)
    expect(linesOf(explored).lines[0]!.points.map(({ cell }) => cell?.value)).toEqual(values)
  })

  it('draws a line for each of the first six groups, and leaves the rest to the table', () => {
    const { lines, left } = linesOf(answer(8))
    expect(lines.map(({ group: of }) => of?.key)).toEqual(
      [0, 1, 2, 3, 4, 5].map((number) => `Source ${number}`),
    )
    expect(left.map(({ key, isOthers }) => (isOthers ? 'others' : key))).toEqual([
      'Source 6',
      'Source 7',
      'others',
    ])
  })

  it('places weeks by time, and leaves a gap where nothing was counted', () => {
    const { lines } = linesOf(answer(1))
    const middles = lines[0]!.points.map(({ middle }) => new Date(middle).toISOString().slice(0, 10))
    expect(middles).toEqual(['2026-11-05', '2026-11-12', '2026-11-19'])
    expect(lines[0]!.points.map(({ cell }) => cell?.value)).toEqual([0.42, undefined, 0.61])
  })

  it('begins the axis of high rates above zero and ends it above the highest', () => {
    const { least, most } = linesOf(answer(1))
    expect(least).toBeCloseTo(0.4)
    expect(most).toBeGreaterThanOrEqual(0.61)
  })

  it('reaches below zero for negative sums', () => {
    const explored = answer(1)
    const [measured] = explored.measures
    const [one] = measured!.cells
    const cells = [
      { ...one!, value: -30 },
      { ...one!, row: 2, value: 61 },
    ]
    const { least, most } = linesOf({ ...explored, measures: [{ ...measured!, unit: 'number', cells }] })
    expect([least, most]).toEqual([-50, 100])
  })
})

describe('niceStep', () => {
  it('is 1, 2 or 5 times a power of ten', () => {
    expect([0.03, 0.9, 1, 1.1, 3, 7, 12, 480].map(niceStep)).toEqual([0.05, 1, 1, 2, 5, 10, 20, 500])
  })
})

describe('spreadLabels', () => {
  it('moves labels apart without changing their order or leaving the chart', () => {
    expect(spreadLabels([100, 100, 20], 200, 16)).toEqual([100, 116, 20])
    expect(spreadLabels([198, 199], 200, 16)).toEqual([184, 200])
  })
})
