import { parseSearch, stringifySearch } from '@muster/contract/search-parameters.ts'
import { describe, expect, it } from 'vitest'
import { type ApplicationsSearch, readApplicationsSearch } from './applications-search.ts'
import { toListQuery } from './to-list-query.ts'
import { sameView, toViewQuery } from './view-query.ts'

const one = '019a0a80-bb00-7000-8000-7f166221f9b0'
const two = '019a0a80-bb00-7000-8000-6cc098e1d9e7'

const full: ApplicationsSearch = {
  positionId: [one, two],
  ownerId: ['me', 'none'],
  source: ['Voice campaign, November', 'Indeed'],
  tag: ['CDL-A'],
  statusType: ['lead', 'contacted'],
  disposition: ['declined_by_company'],
  late: 'true',
  open: 'all',
  createdWithin: '7',
  closedFrom: '2026-11-01T00:00:00.000Z',
  q: 'amara okafor',
  sort: 'dueAt',
  view: one,
  peek: two,
}

describe('readApplicationsSearch', () => {
  it('parses the search parameters of an address', () => {
    const address = stringifySearch(full as Record<string, unknown>)
    expect(readApplicationsSearch(parseSearch(address))).toEqual(full)
  })

  it('reads back what a saved view stores, without the view id and the peeked row', () => {
    const { view, peek, ...kept } = full
    expect(readApplicationsSearch(toViewQuery(full))).toEqual(kept)
  })

  it('splits ids and enum values at commas, but not sources', () => {
    const search = { positionId: `${one},${two}`, statusType: 'lead,offer', source: 'Job fair, Oslo' }
    expect(readApplicationsSearch(search)).toEqual({
      positionId: [one, two],
      statusType: ['lead', 'offer'],
      source: ['Job fair, Oslo'],
    })
  })

  it('drops invalid values', () => {
    const search = {
      positionId: 'x',
      statusType: 'unheard-of',
      open: 'maybe',
      sort: 'name',
      createdWithin: '-3',
      createdFrom: 'yesterday',
      view: '../admin',
      unknown: 'a',
      q: '  ',
    }
    expect(readApplicationsSearch(search)).toEqual({})
  })

  it('drops the default sort order', () => {
    expect(readApplicationsSearch({ sort: '-lastActivityAt', open: 'true' })).toEqual({ open: 'true' })
  })
})

describe('toListQuery', () => {
  it('passes only the filters', () => {
    const { view, peek, open, createdWithin, ...filters } = full
    const now = new Date(2026, 10, 21, 15, 30)
    const from = new Date(2026, 10, 15).toISOString()
    expect(toListQuery(full, now)).toEqual({ ...filters, createdFrom: from })
  })

  it('counts days from midnight, today being the first', () => {
    const now = new Date(2026, 2, 1, 0, 5)
    expect(toListQuery({ createdWithin: '1' }, now).createdFrom).toBe(new Date(2026, 2, 1).toISOString())
    expect(toListQuery({ createdWithin: '2' }, now).createdFrom).toBe(new Date(2026, 1, 28).toISOString())
  })

  it('counts the days of callbacks forward, today being the first', () => {
    const now = new Date(2026, 1, 28, 23, 55)
    expect(toListQuery({ callbackWithin: '1' }, now)).toEqual({
      callbackFrom: new Date(2026, 1, 28).toISOString(),
      callbackTo: new Date(2026, 2, 1).toISOString(),
    })
    expect(toListQuery({ callbackWithin: '2' }, now).callbackTo).toBe(new Date(2026, 2, 2).toISOString())
  })

  it('filters by open or closed only when the address does', () => {
    expect(toListQuery({ open: 'true' })).toEqual({ open: 'true' })
    expect(toListQuery({ open: 'all' })).toEqual({})
    expect(toListQuery({})).toEqual({})
  })
})

describe('sameView', () => {
  it('compares filters and sort, not the peeked row or the order of names', () => {
    expect(sameView({ open: 'true', q: 'a', peek: one }, { q: 'a', open: 'true', view: two })).toBe(true)
    expect(sameView({ open: 'true' }, { open: 'true', sort: 'dueAt' })).toBe(false)
  })
})
