import { firstReportRows, maxReportRows } from '@muster/contract/report-query.ts'
import { describe, expect, it } from 'vitest'
import type { Bar, BarChart, Chart, Figure, TimeChart } from '../charts/chart.ts'
import { activity } from './activity.ts'
import { attempts } from './attempts.ts'
import { callStatuses } from './call-statuses.ts'
import { conversion } from './conversion.ts'
import { declinedReasons } from './declined.ts'
import { dispositions } from './dispositions.ts'
import { durations } from './durations.ts'
import { funnel } from './funnel.ts'
import { callRates } from './rates-over-time.ts'
import { daysText, hoursText, moreText, type Report, rateText, shownText } from './report.ts'
import { sources } from './sources.ts'

const period = { from: '2026-03-04T00:00:00Z', to: '2026-03-20T00:00:00Z', timezone: 'UTC' }

function chartOf<Kind extends Chart['kind']>(report: Report, data: unknown, key: string) {
  const found = report.charts(data).find((chart) => chart.key === key)
  return found as Extract<Chart, { kind: Kind }>
}

const textOf = ({ text }: Figure) => text

/** A bar as it is read: its label, its number and the notes beside it. */
const readBar = ({ label, figure, notes = [] }: Bar) => [label, figure.text, ...notes.map(textOf)]

const readBars = (chart: BarChart) => chart.bars.map(readBar)

describe('a text of a report', () => {
  it('is a dash without data, and never 0', () => {
    expect([rateText(null), daysText(null), hoursText(null)]).toEqual(['–', '–', '–'])
    expect([rateText(0), daysText(0), hoursText(1.5)]).toEqual(['0%', '0.0 d', '1.5 h'])
  })

  it('offers more bars only if there are more than the first', () => {
    const [first, most] = [firstReportRows, maxReportRows]
    expect(moreText(first, first)).toBeUndefined()
    expect(moreText(first, first + 1)).toBe(`Show all ${first + 1}`)
    expect(moreText(first + 1, first + 1)).toBe(`Show the first ${first}`)
    expect(moreText(first, most)).toBe(`Show all ${most}`)
    expect(moreText(first, most + 1)).toBe(`Show the first ${most}`)
    expect(shownText(12, 1300)).toBe('12 of 1,300')
  })
})

describe('conversion', () => {
  const step = {
    from: 'lead',
    to: 'contacted',
    n: 40,
    reached: 10,
    rate: 0.25,
    previous: { rate: 0.5, n: 8 },
  }
  const point = (at: string, n: number, rate: number | null) => ({
    at,
    steps: [{ n, rate }],
    overall: { n, rate },
    offerAcceptance: { n: 0, rate: null },
  })
  const data = {
    period,
    steps: [step],
    overall: { n: 40, reached: 2, rate: 0.05 },
    offerAcceptance: { n: 3, accepted: 2, rate: 2 / 3 },
    trend: [point('2026-03-02T00:00:00Z', 9, 0.5), point('2026-03-09T00:00:00Z', 10, null)],
  }

  it('says how many of those before a step took it, and opens both', () => {
    const steps = chartOf<'bars'>(conversion, data, 'steps')
    expect(readBars(steps)).toEqual([['Lead to Contacted', '25%', '10 of 40', '50%']])
    expect(steps.bars[0]).toMatchObject({
      value: 0.25,
      figure: { counts: { counts: 'reached', type: 'contacted' } },
      notes: [{ counts: { counts: 'reached', type: 'lead' } }, {}],
    })
  })

  it('opens in each point the part of its week that is in the period, and greys those of few', () => {
    const { series } = chartOf<'time'>(conversion, data, 'trend')
    const [first, overall, offers] = series
    expect(first!.points).toMatchObject([
      {
        value: 0.5,
        few: true,
        figure: { text: '50% · of 9', period: { from: period.from, to: '2026-03-09T00:00:00Z' } },
      },
      {
        value: null,
        few: false,
        figure: { text: '–', period: { from: '2026-03-09T00:00:00Z', to: period.to } },
      },
    ])
    expect([overall!.note, offers!.note]).toEqual(['2 of 40', '2 of 3'])
    expect([overall!.figure!.text, offers!.figure!.counts]).toEqual([
      '5%',
      { counts: 'offers', accepted: true },
    ])
  })

  it('is empty only if nobody applied and no offer was decided', () => {
    const none = { n: 0 }
    expect(conversion.isEmpty({ overall: none, offerAcceptance: none })).toBe(true)
    expect(conversion.isEmpty({ overall: none, offerAcceptance: { n: 1 } })).toBe(false)
    expect(conversion.isEmpty({ overall: { n: 1 }, offerAcceptance: none })).toBe(false)
  })
})

describe('durations', () => {
  const whole = { n: 4, median: 12, p90: 30, previous: { median: 9 }, distribution: [] as object[] }
  const data = {
    timeToHire: {
      ...whole,
      distribution: [
        { from: 0, to: 7, count: 1 },
        { from: 7, to: 14, count: 3 },
      ],
    },
    timeToFill: { ...whole, n: 0, median: null, distribution: [{ from: 0, to: 7, count: 0 }] },
    inStage: [{ type: 'lead', n: 5, median: 2, p90: 4, current: { n: 7, median: 3, p90: null } }],
  }

  it('have the median with how many, the slowest tenth and the period before', () => {
    const figures = chartOf<'figures'>(durations, data, 'whole').items
    expect(figures.map(({ figure, note }) => [figure.text, note])).toEqual([
      ['12.0 d', '90% within 30.0 d · of 4 · was 9.0 d'],
      ['–', '90% within 30.0 d · of 0 · was 9.0 d'],
    ])
  })

  it('are spread with the share of each part, and without one where there are none', () => {
    expect(readBars(chartOf<'bars'>(durations, data, 'hires'))).toEqual([
      ['0 to under 7 days', '1', '25%'],
      ['7 to under 14 days', '3', '75%'],
    ])
    expect(readBars(chartOf<'bars'>(durations, data, 'fills'))).toEqual([['0 to under 7 days', '0', '']])
  })

  it('tell completed stages from those that last', () => {
    const [stays, ages] = ['stays', 'ages'].map((key) => chartOf<'bars'>(durations, data, key))
    expect(readBars(stays!)).toEqual([['Lead', '2.0 d', '4.0 d', 'of 5']])
    expect(readBars(ages!)).toEqual([['Lead', '3.0 d', '–', 'of 7']])
    expect(stays!.bars[0]!.figure.counts).toEqual({ counts: 'left', type: 'lead' })
    expect(ages!.bars[0]!.figure.counts).toEqual({ counts: 'open', type: 'lead' })
  })

  it('are empty only without hires and without stages, completed or not', () => {
    const none = { timeToHire: { n: 0 }, timeToFill: { n: 0 }, inStage: [{ n: 0, current: { n: 0 } }] }
    expect(durations.isEmpty(none)).toBe(true)
    expect(durations.isEmpty({ ...none, timeToFill: { n: 1 } })).toBe(false)
    expect(durations.isEmpty({ ...none, inStage: [{ n: 0, current: { n: 1 } }] })).toBe(false)
    expect(durations.isEmpty({ ...none, inStage: [{ n: 1, current: { n: 0 } }] })).toBe(false)
  })
})

describe('calls', () => {
  const data = {
    total: 9,
    connection: { placed: 8, answered: 2, rate: 0.25, previous: { rate: null } },
    contact: { called: 5, spoken: 1, rate: 0.2, previous: { rate: 0.4 } },
    endReasons: [
      { endReason: 'voicemail', count: 6, share: 0.6 },
      { endReason: null, count: 3, share: 0.3 },
    ],
    byHour: [
      { weekday: 1, hour: 9, placed: 5, answered: 2 },
      { weekday: 1, hour: 10, placed: 4, answered: 4 },
      { weekday: 1, hour: 11, placed: 0, answered: 0 },
    ],
  }

  it('have their rates with what they are of', () => {
    const { items } = chartOf<'figures'>(callStatuses, data, 'rates')
    expect(items.map(({ figure, note }) => [figure.text, note])).toEqual([
      ['25%', '2 of 8 · was –'],
      ['20%', '1 of 5 · was 40%'],
    ])
  })

  it('that are under way stand apart from results', () => {
    const { bars } = chartOf<'bars'>(callStatuses, data, 'endings')
    expect(bars.map(({ label, quiet }) => [label, quiet])).toEqual([
      ['Voicemail', false],
      ['In progress', true],
    ])
  })

  it('of an hour are greyed below five, and left out at none', () => {
    const { cells } = chartOf<'hours'>(callStatuses, data, 'hours')
    expect(cells.map(({ hour, share, few }) => [hour, share, few])).toEqual([
      [9, 0.4, false],
      [10, 1, true],
    ])
    expect(cells[0]).toMatchObject({
      words: { share: '40%', of: 'of 5 calls' },
      placed: { text: '5', counts: { which: 'placed', weekday: 1, hour: 9 } },
      answered: { text: '2', counts: { which: 'answered', weekday: 1, hour: 9 } },
    })
  })

  it('over time share a scale of at least 100 %, and days without data stay open', () => {
    const series = [
      { at: '2026-03-02T00:00:00Z', value: 0.5 },
      { at: '2026-03-09T00:00:00Z', value: null },
    ]
    const items = [
      { key: 'connectionRate', value: 0.5, n: 8, unit: 'rate', series },
      {
        key: 'contactRate',
        value: null,
        n: 0,
        unit: 'rate',
        series: series.map((each) => ({ ...each, value: null })),
      },
    ]
    const trend: TimeChart = chartOf<'time'>(callRates, { items, period }, 'trend')
    expect(
      trend.series.map(({ figure, note, most, mostText }) => [figure!.text, note, most, mostText]),
    ).toEqual([
      ['50%', 'of 8', 1, '100%'],
      ['–', 'of 0', 1, '100%'],
    ])
    expect(trend.series[0]!.points).toMatchObject([
      { value: 0.5, figure: { period: { from: period.from, to: '2026-03-09T00:00:00Z' } } },
      { value: null, figure: { text: '–', period: { from: '2026-03-09T00:00:00Z', to: period.to } } },
    ])
    expect(callRates.isEmpty({ items })).toBe(false)
    expect(callRates.isEmpty({ items: [items[1]] })).toBe(true)
    expect(callRates.isEmpty({ items: [{ ...items[0], key: 'timeToHire' }] })).toBe(true)
  })
})

describe('the funnel', () => {
  const reached = [
    { type: 'lead', count: 40, stepRate: null, overallRate: 1 },
    { type: 'contacted', count: 10, stepRate: 0.25, overallRate: 0.25 },
  ]
  const current = [{ type: 'lead', count: 30, stepRate: null, overallRate: null }]
  const entered = [{ type: 'lead', count: 50, imported: 20, stepRate: null, overallRate: null }]
  const data = { total: 40, reached, current, entered }

  it('has rates of the step before and of all, where there are any', () => {
    const chart = chartOf<'bars'>(funnel, data, 'reached')
    expect(chart.headers.notes).toEqual(['from previous step', '% of total'])
    expect(readBars(chart)).toEqual([
      ['Lead', '40', '', '100%'],
      ['Contacted', '10', '25%', '25%'],
    ])
    expect(chartOf<'bars'>(funnel, data, 'current').headers.notes).toEqual([])
  })

  it('counts moves apart from what imports brought', () => {
    const { bars } = chartOf<'bars'>(funnel, data, 'entered')
    expect(bars.map(readBar)).toEqual([['Lead', '30', '20']])
    expect(bars[0]).toMatchObject({
      figure: { counts: { counts: 'entered', type: 'lead', imported: false } },
      notes: [{ counts: { counts: 'entered', type: 'lead', imported: true } }],
    })
  })

  it('is empty only if nobody applied and nobody moved', () => {
    expect(funnel.isEmpty({ total: 0, entered: [{ count: 0 }] })).toBe(true)
    expect(funnel.isEmpty({ total: 0, entered: [{ count: 1 }] })).toBe(false)
    expect(funnel.isEmpty({ total: 1, entered: [{ count: 0 }] })).toBe(false)
  })
})

describe('reasons', () => {
  it('of declining companies count those without a reason apart', () => {
    const data = {
      total: 10,
      noneGiven: { count: 4, share: 0.4 },
      reasons: [{ reasonId: 'r1', name: 'Too far', count: 6, share: 0.6 }],
      stages: [{ type: 'submitted', count: 5 }],
      companies: [
        {
          company: { id: 'c1', name: 'Halden' },
          count: 8,
          noneGiven: 2,
          reasons: [{ reasonId: 'r1', name: 'Too far' }],
        },
        { company: { id: 'c2', name: 'Ost' }, count: 2, noneGiven: 2, reasons: [] },
      ],
      companyCount: 3,
    }
    const reasons = chartOf<'bars'>(declinedReasons, data, 'reasons')
    expect(readBars(reasons)).toEqual([
      ['Too far', '6', '60%'],
      ['No reason given', '4', '40%'],
    ])
    expect(
      reasons.bars.map(({ quiet, figure }) => [quiet, (figure.counts as { reasonId: unknown }).reasonId]),
    ).toEqual([
      [undefined, 'r1'],
      [true, null],
    ])
    expect(readBars(chartOf<'bars'>(declinedReasons, data, 'stages'))).toEqual([['Submitted', '5', '50%']])
    const companies = chartOf<'bars'>(declinedReasons, data, 'companies')
    expect(readBars(companies)).toEqual([
      ['Halden', '8', '2 (25%)', 'Too far'],
      ['Ost', '2', '2 (100%)', '–'],
    ])
    expect(companies.base?.text).toBe('2 of 3')
    const all = chartOf<'bars'>(declinedReasons, { ...data, companyCount: 2 }, 'companies')
    expect(all.base).toBeUndefined()
  })

  it('of closed applications are ranked across outcomes, at most twelve, and those without stay out', () => {
    const given = (count: number, index = count) => ({
      reasonId: `r${index}`,
      name: `Reason ${index}`,
      count,
    })
    const data = {
      total: 200,
      items: [
        {
          disposition: 'unreachable',
          count: 150,
          share: 0.75,
          reasons: [
            { reasonId: null, name: null, count: 99 },
            ...Array.from({ length: 12 }, (_, at) => given(at + 1)),
          ],
          byType: [
            { type: 'submitted', count: 4 },
            { type: 'lead', count: 6 },
          ],
        },
        {
          disposition: 'declined_by_company',
          count: 50,
          share: 0.25,
          reasons: [given(40)],
          byType: [{ type: 'submitted', count: 10 }],
        },
      ],
    }
    const reasons = readBars(chartOf<'bars'>(dispositions, data, 'reasons'))
    expect(reasons).toHaveLength(12)
    expect(reasons[0]).toEqual([expect.stringContaining('Reason 40'), '40', '20%'])
    expect(reasons.map(([, count]) => Number(count))).toEqual([40, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    // In the order of the stages, added up over the outcomes.
    expect(readBars(chartOf<'bars'>(dispositions, data, 'types'))).toEqual([
      ['Lead', '6', '3%'],
      ['Submitted', '14', '7%'],
    ])
  })
})

describe('sources', () => {
  it('have 0 where nobody got so far, and "No source" apart', () => {
    const row = (source: string | null) => ({
      source,
      applications: 20,
      reached: [{ type: 'qualified', count: 5 }],
      hired: 1,
      rate: 0.05,
      daysToHire: { median: null, n: 0 },
    })
    const { bars } = chartOf<'bars'>(
      sources,
      { items: [row('Referral'), row(null)], sourceCount: 2, total: 40 },
      'sources',
    )
    expect(bars.map(readBar)).toEqual([
      ['Referral', '20', '5', '0', '1', '5%', '– · 0 hires'],
      ['No source', '20', '5', '0', '1', '5%', '– · 0 hires'],
    ])
    expect(bars.map(({ quiet }) => quiet)).toEqual([false, true])
    expect(bars[1]!.figure.counts).toEqual({ counts: 'reached', type: 'lead', source: null })
  })
})

describe('attempts', () => {
  const data = {
    attemptsPerContact: {
      n: 4,
      median: 2,
      mean: 1.75,
      distribution: [
        { attempts: 0, count: 1 },
        { attempts: 1, count: 3 },
      ],
    },
    hoursToFirstCall: { n: 0, median: null, p90: null },
  }

  it('say how many calls it took, and tell candidates who called first', () => {
    const { items } = chartOf<'figures'>(attempts, data, 'figures')
    expect(items.map(({ figure, note }) => [figure.text, note])).toEqual([
      ['2', 'mean 1.8 · of 4'],
      ['–', '90% within – · of 0'],
    ])
    const { bars } = chartOf<'bars'>(attempts, data, 'distribution')
    expect(bars.map((bar) => [...readBar(bar), bar.quiet])).toEqual([
      ['Candidate called first', '1', '25%', true],
      ['1 call', '3', '75%', false],
    ])
  })

  it('are empty only if nobody was spoken with and nobody called', () => {
    const [some, none] = [{ n: 1 }, { n: 0 }]
    expect(attempts.isEmpty({ attemptsPerContact: none, hoursToFirstCall: none })).toBe(true)
    expect(attempts.isEmpty({ attemptsPerContact: none, hoursToFirstCall: some })).toBe(false)
    expect(attempts.isEmpty({ attemptsPerContact: some, hoursToFirstCall: none })).toBe(false)
  })
})

describe('activity', () => {
  const day = (at: string, calls: number, conversations: number) => ({
    at,
    calls,
    conversations,
    applications: 1,
    moves: 2,
    hired: 0,
  })
  const items = [day('2026-03-02T00:00:00Z', 3, 1), day('2026-03-09T00:00:00Z', 4, 2)]

  it('opens the rows of each day, of the first and last as far as they are in the period', () => {
    const { series } = chartOf<'time'>(activity, { items, period }, 'days')
    const [calls, applications, moves, hired] = series
    expect(calls!.points.map(({ figure }) => [figure.text, figure.period?.from, figure.period?.to])).toEqual([
      ['3', period.from, '2026-03-09T00:00:00Z'],
      ['4', '2026-03-09T00:00:00Z', period.to],
    ])
    expect(calls!.points[1]).toMatchObject({ value: 4, part: { value: 2, figure: { text: '2' } } })
    expect([calls!.figure?.text, applications!.figure?.text]).toEqual(['7', '2'])
    // One moved on two days would count twice.
    expect([moves!.figure, hired!.figure]).toEqual([undefined, undefined])
  })

  it('is empty only if nothing happened at all', () => {
    const nothing = { calls: 0, applications: 0, moves: 0, hired: 0, conversations: 0 }
    expect(activity.isEmpty({ items: [nothing] })).toBe(true)
    for (const key of Object.keys(nothing))
      expect(activity.isEmpty({ items: [nothing, { ...nothing, [key]: 1 }] }), key).toBe(false)
  })
})
