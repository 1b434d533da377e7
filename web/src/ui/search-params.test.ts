import { describe, expect, it } from 'vitest'
import {
  flagParam,
  idParam,
  idsParam,
  listOfParam,
  listParam,
  nothingElse,
  oneOfParam,
  parseSearch,
  searchParam,
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

  it('take of ids what can be one, and the words that stand for one', () => {
    const id = '019a0a80-bb00-7000-8000-7f166221f9b0'
    expect(idParam('../admin')).toBeUndefined()
    expect(idsParam([id, 'x', 'me'], ['me'])).toEqual([id, 'me'])
    expect(idsParam('x')).toBeUndefined()
  })

  it('take no more and nothing longer than the API does', () => {
    expect(searchParam('a'.repeat(300))).toHaveLength(200)
    expect(listParam(['a', 'b'.repeat(41)], 40)).toEqual(['a'])
    expect(listParam(Array(150).fill('a'))).toHaveLength(100)
  })

  it('leave nothing of an address that they did not read', () => {
    const search = { sort: 'unheard-of', q: 'ada' }
    expect({ ...search, ...nothingElse(search, { q: 'ada' }) }).toEqual({ sort: undefined, q: 'ada' })
  })
})
