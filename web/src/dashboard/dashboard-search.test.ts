import { describe, expect, it } from 'vitest'
import { readDashboardSearch, toReportQuery } from './dashboard-search.ts'

describe('readDashboardSearch', () => {
  it('leaves out a period there is none of', () => {
    expect(readDashboardSearch({ days: '3' }).days).toBeUndefined()
  })
})

describe('toReportQuery', () => {
  it('leaves the usual period to the server', () => {
    expect(toReportQuery({ days: '28', companyId: 'x' })).toEqual({ companyId: 'x' })
  })

  it('counts today as one of the days and keeps still within a day', () => {
    const morning = toReportQuery({ days: '7' }, new Date(2026, 5, 10, 8))
    const evening = toReportQuery({ days: '7' }, new Date(2026, 5, 10, 22))
    expect(morning).toEqual({ from: new Date(2026, 5, 4).toISOString(), bucket: 'day' })
    expect(evening).toEqual(morning)
  })
})
