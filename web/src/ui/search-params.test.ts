import { describe, expect, it } from 'vitest'
import {
  flagParam,
  listOfParam,
  listParam,
  oneOfParam,
  parseSearch,
  stringifySearch,
  textParam,
} from './search-params.ts'

describe('parseSearch', () => {
  it('keeps every value as the text it is', () => {
    expect(parseSearch('?q=007&late=true')).toEqual({ q: '007', late: 'true' })
  })

  it('reads a repeated name as a list', () => {
    expect(parseSearch('?status=lead&status=offer')).toEqual({ status: ['lead', 'offer'] })
  })

  it('reads back what stringifySearch wrote', () => {
    const search = { q: 'a & b=ü', tag: ['CDL-A, B', 'x'], late: 'true' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })
})

describe('stringifySearch', () => {
  it('leaves out what is empty', () => {
    expect(stringifySearch({ q: '', sort: undefined, tag: [], late: null })).toBe('')
  })
})

describe('the readers of parameters', () => {
  it('answer undefined for what they do not know', () => {
    expect(textParam('  ')).toBeUndefined()
    expect(textParam(['a'])).toBeUndefined()
    expect(oneOfParam('x', ['a', 'b'])).toBeUndefined()
    expect(listParam(undefined)).toBeUndefined()
    expect(flagParam('yes')).toBeUndefined()
  })

  it('take a single value as a list of one, and drop unknown ones', () => {
    expect(listParam('a')).toEqual(['a'])
    expect(listOfParam(['a', 'x', 'b'], ['a', 'b'])).toEqual(['a', 'b'])
  })
})
