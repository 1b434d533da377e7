import { describe, expect, it } from 'vitest'
import {
  dropUnknown,
  flagParam,
  idParam,
  idsParam,
  listOfParam,
  listParam,
  oneOfParam,
  searchParam,
  textParam,
} from './search-params.ts'

describe('the readers of parameters', () => {
  it('return undefined for unknown values', () => {
    expect(textParam('  ')).toBeUndefined()
    expect(textParam(['a'])).toBeUndefined()
    expect(oneOfParam('x', ['a', 'b'])).toBeUndefined()
    expect(listParam(undefined)).toBeUndefined()
    expect(flagParam('yes')).toBeUndefined()
  })

  it('accept a single value as a list, and drop unknown ones', () => {
    expect(listParam('a')).toEqual(['a'])
    expect(listOfParam(['a', 'x', 'b'], ['a', 'b'])).toEqual(['a', 'b'])
  })

  it('accept valid ids and the words in their place', () => {
    const id = '019a0a80-bb00-7000-8000-7f166221f9b0'
    expect(idParam('../admin')).toBeUndefined()
    expect(idsParam([id, 'x', 'me'], ['me'])).toEqual([id, 'me'])
    expect(idsParam('x')).toBeUndefined()
  })

  it('respect the limits of the API', () => {
    expect(searchParam('a'.repeat(300))).toHaveLength(200)
    expect(listParam(['a', 'b'.repeat(41)], 40)).toEqual(['a'])
    expect(listParam(Array(150).fill('a'))).toHaveLength(100)
  })

  it('drop parameters that they did not read', () => {
    const search = { sort: 'unheard-of', q: 'ada' }
    expect({ ...search, ...dropUnknown(search, { q: 'ada' }) }).toEqual({ sort: undefined, q: 'ada' })
  })
})
