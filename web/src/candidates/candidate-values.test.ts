import { describe, expect, it } from 'vitest'
import { candidateValues, changedValues, conflictsOf } from './candidate-values.ts'

const base = { ...candidateValues(), name: 'Ana', location: 'Oslo', tags: ['a'] }

describe('changedValues', () => {
  it('holds only what differs, lists by what is in them', () => {
    expect(changedValues({ ...base, name: 'Anna', tags: ['a'] }, base)).toEqual({ name: 'Anna' })
  })
})

describe('conflictsOf', () => {
  it('names the fields both changed, each to something else', () => {
    const mine = { ...base, name: 'Anna', location: 'Bergen', tags: ['a', 'b'] }
    const theirs = { ...base, name: 'Anne', location: 'Bergen', notes: 'called' }
    expect(conflictsOf(base, mine, theirs)).toEqual(['name'])
  })
})
