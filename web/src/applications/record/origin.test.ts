import { beforeEach, describe, expect, it } from 'vitest'
import { neighboursOf, replaceInOrigin, storeOrigin } from './origin.ts'

const place = { kind: 'applications', search: {} } as const
const total = { value: 30, atLeast: false }

describe('a record that was opened from a list', () => {
  beforeEach(() => {
    sessionStorage.clear()
    storeOrigin({ place, ids: ['a', 'b', 'c'], total })
  })

  it('has the one before and the one after, and its number', () => {
    expect(neighboursOf('b')).toMatchObject({ previousId: 'a', nextId: 'c', number: 2, total })
    expect(neighboursOf('a')).toMatchObject({ previousId: null, nextId: 'b', number: 1 })
    expect(neighboursOf('c')).toMatchObject({ previousId: 'b', nextId: null, number: 3 })
  })

  it('has none if the list does not have it, or another list was opened since', () => {
    expect(neighboursOf('x')).toBeNull()
    storeOrigin({ place, ids: ['x'], total })
    expect([neighboursOf('a'), neighboursOf('x')?.number]).toEqual([null, 1])
  })

  it('keeps its place when another application of the same person is shown instead', () => {
    replaceInOrigin('b', 'y')
    expect(neighboursOf('y')).toMatchObject({ previousId: 'a', nextId: 'c', number: 2 })
    expect(neighboursOf('b')).toBeNull()
  })

  it('has none once the tab’s storage is empty or damaged', () => {
    sessionStorage.setItem('record_origin', '{')
    expect(neighboursOf('a')).toBeNull()
    sessionStorage.clear()
    expect(neighboursOf('a')).toBeNull()
  })
})
