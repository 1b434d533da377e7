import { i18n } from '@lingui/core'
import { type ReportFigure, rowsBehind } from '@muster/contract/report-rows.ts'
import { describe, expect, it } from 'vitest'
import { readApplicationsSearch } from './applications-search.ts'
import { activeFilters, daysLabel, type Filter, filters, withoutFilter, withoutFilters } from './filters.ts'

const callback = filters.find(({ names }) => names[0] === 'callbackWithin') as Filter & { kind: 'days' }
const created = filters.find(({ names }) => names[0] === 'createdWithin') as Filter & { kind: 'days' }

describe('activeFilters', () => {
  it('has a chip for each filter in the address, but none for open and closed ones together', () => {
    const labels = (search: Parameters<typeof activeFilters>[0]) =>
      activeFilters(search).map(({ label }) => i18n._(label))
    expect(labels({ tag: ['CDL-A'], open: 'true', createdFrom: '2026-11-01T00:00:00.000Z', q: 'a' })).toEqual(
      ['Tag', 'State', 'Created'],
    )
    expect(labels({ open: 'all' })).toEqual([])
  })

  const id = '0199a0c0-0000-7000-8000-000000000001'
  const figures: ReportFigure[] = [
    { counts: 'created', type: 'lead' },
    { counts: 'reached', type: 'offer', source: null },
    { counts: 'entered', type: 'hired', imported: true },
    { counts: 'left', type: 'lead' },
    { counts: 'moved' },
    { counts: 'lastHired', source: 'Referral' },
    { counts: 'ended', disposition: 'withdrawn', reasonId: null, type: 'lead', companyId: id },
    { counts: 'offers', accepted: true },
    { counts: 'spokenWith', agentId: null },
    { counts: 'converted', agentId: id },
    { counts: 'called' },
    { counts: 'contactMade' },
    { counts: 'firstSpoken', attempts: 2 },
    { counts: 'firstCalled' },
    { counts: 'open', type: 'lead' },
    { counts: 'late' },
    { counts: 'callbacksDue' },
    { counts: 'openingsFilled' },
  ]

  it.each(figures)('has a chip for every filter that $counts sets', (figure) => {
    const period = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z', timezone: 'UTC' }
    const slice = { companyId: [id], positionId: [id], ownerId: [id], agentId: [id], source: ['A, b'] }
    const search = readApplicationsSearch(rowsBehind(figure, period, slice).filters)
    const named = activeFilters(search).flatMap(({ names }) => names)
    const given = Object.entries(search).filter(([, value]) => value !== undefined)
    expect(given.map(([name]) => name).filter((name) => !named.includes(name as never))).toEqual([])
    expect(given.length).toBeGreaterThan(4)
  })
})

describe('daysLabel', () => {
  const on = (from?: Date, to?: Date) =>
    daysLabel({ createdFrom: from?.toISOString(), createdTo: to?.toISOString() }, created)

  it('describes relative ranges', () => {
    expect(daysLabel({ createdWithin: '2' }, created)).toBe('since yesterday')
    expect(daysLabel({ createdWithin: '5' }, created)).toBe('last 5 days')
    expect(daysLabel({ callbackWithin: '2' }, callback)).toBe('today or tomorrow')
    expect(daysLabel({ callbackWithin: '5' }, callback)).toBe('next 5 days')
  })

  it('ends a range at the last day that is included', () => {
    const year = new Date().getFullYear()
    expect(on(new Date(year, 4, 3), new Date(year, 4, 4))).toBe(on(new Date(year, 4, 3)).replace('from ', ''))
    expect(on(new Date(year, 4, 3), new Date(year, 4, 10))).toContain('9')
  })
})

describe('withoutFilter', () => {
  it('removes every parameter of the filter and keeps the others', () => {
    const search = { createdWithin: '7', tag: ['a'], open: 'true' } as const
    expect(withoutFilter({ ...search, tag: ['a'] }, created)).toEqual({ tag: ['a'], open: 'true' })
  })

  it('keeps an explicit list of open and closed applications', () => {
    const state = filters.find(({ names }) => names[0] === 'open')!
    expect(withoutFilter({ open: 'true' }, state)).toEqual({ open: 'all' })
  })
})

describe('withoutFilters', () => {
  it('keeps the sort and the open filter', () => {
    expect(withoutFilters({ tag: ['a'], q: 'b', open: 'true', sort: 'dueAt' })).toEqual({
      open: 'true',
      sort: 'dueAt',
    })
    expect(withoutFilters({ tag: ['a'] })).toEqual({ open: 'all', sort: undefined })
  })
})
