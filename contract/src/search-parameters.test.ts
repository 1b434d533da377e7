import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from './search-parameters.ts'

describe('parseSearch', () => {
  it('keeps every value as text', () => {
    expect(parseSearch('?q=007&late=true')).toEqual({ q: '007', late: 'true' })
  })

  it('parses a repeated name as a list', () => {
    expect(parseSearch('?status=lead&status=offer')).toEqual({ status: ['lead', 'offer'] })
  })

  it('parses the output of stringifySearch', () => {
    const search = { q: 'a & b=ü', tag: ['CDL-A, B', 'x'], late: 'true' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })
})

describe('stringifySearch', () => {
  it('leaves out empty values', () => {
    expect(stringifySearch({ q: '', sort: undefined, tag: [], late: null })).toBe('')
  })
})
