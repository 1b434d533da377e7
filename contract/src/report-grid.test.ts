import { describe, expect, it } from 'vitest'
import { addressOfTile } from './report-grid.ts'

describe('the address of a tile', () => {
  it('is that of its report without filters over all', () => {
    const own = { measure: 'hired', by: ['source'], days: '90' as const, source: ['Indeed'] }
    expect(addressOfTile(own, {})).toEqual({ address: own })
  })

  it('has the period of the dashboard in place of its own', () => {
    const own = { measure: 'hired', from: '2026-01-01', to: '2026-01-31', until: '2026-01-31T09:00:00Z' }
    expect(addressOfTile(own, { days: '7' })).toEqual({ address: { measure: 'hired', days: '7' } })
    const days = { from: '2026-02-01', to: '2026-02-28' }
    expect(addressOfTile({ measure: 'hired', days: '90' as const }, days)).toEqual({
      address: { measure: 'hired', ...days },
    })
  })

  it('has the filters of both, and never matches more than its report', () => {
    const own = { source: ['Indeed', 'A fair'], companyId: ['a'] }
    expect(addressOfTile(own, { source: ['Indeed', 'Referral'], ownerId: ['o'] })).toEqual({
      address: { source: ['Indeed'], companyId: ['a'], ownerId: ['o'] },
    })
    expect(addressOfTile({ field: ['shift:is:a'] }, { field: ['pay:over:1', 'shift:is:a'] })).toEqual({
      address: { field: ['shift:is:a', 'pay:over:1'] },
    })
  })

  it('does not exist if the filters exclude each other', () => {
    expect(
      addressOfTile({ source: ['Indeed'], companyId: ['a'] }, { source: ['A fair'], companyId: ['a'] }),
    ).toEqual({ excluded: ['source'] })
  })

  it('joins tags and what calls are of only where one filter matches whatever the other does', () => {
    expect(addressOfTile({ tag: ['Nights'] }, { tag: ['Nights', 'CDL-A'] })).toEqual({
      address: { tag: ['Nights'] },
    })
    expect(addressOfTile({ tag: ['Nights', 'CDL-A', 'Forklift'] }, { tag: ['CDL-A', 'Nights'] })).toEqual({
      address: { tag: ['Nights', 'CDL-A'] },
    })
    // A person with both tags matches both filters, which no list of tags can say.
    expect(addressOfTile({ tag: ['Nights', 'a'] }, { tag: ['CDL-A', 'a'] })).toEqual({ excluded: ['tag'] })
    for (const name of ['agentId', 'queueId', 'campaignId'])
      expect(addressOfTile({ [name]: ['a'] }, { [name]: ['b'] })).toEqual({ excluded: [name] })
  })
})
