import { describe, expect, it } from 'vitest'
import {
  emptyPosition,
  type PositionValues,
  toChanges,
  validateExisting,
  validatePosition,
} from './position-form.ts'

const stored: PositionValues = {
  ...emptyPosition,
  name: 'Driver',
  companyId: '01900000-0000-7000-8000-000000000501',
  // The stored time has seconds, which the form does not show.
  openedAt: '2026-11-20T09:00',
}

describe('the changes of a position', () => {
  it('have the opening date only if it was changed, so that its seconds stay', () => {
    expect(toChanges({ ...stored, name: 'Long haul' }, stored)).not.toHaveProperty('openedAt')
    expect(toChanges({ ...stored, openedAt: '2026-11-19T08:30' }, stored).openedAt).toBe(
      new Date('2026-11-19T08:30').toISOString(),
    )
  })

  it('have the openings as a number', () => {
    expect(toChanges({ ...stored, openings: '3' }, stored).openings).toBe(3)
  })
})

describe('a position', () => {
  it('has a name, a company and at least one whole opening', () => {
    expect(validatePosition(stored)).toEqual({})
    const wrong = { ...stored, name: ' ', companyId: null, openings: 0 }
    expect(Object.keys(validatePosition(wrong))).toEqual(['name', 'companyId', 'openings'])
    expect(validatePosition({ ...stored, openings: 1.5 })).toHaveProperty('openings')
    expect(validatePosition({ ...stored, openings: '' })).toHaveProperty('openings')
  })

  it('was not opened in the future', () => {
    expect(validatePosition({ ...stored, openedAt: '2999-01-01T09:00' })).toHaveProperty('openedAt')
  })

  it('has an opening date once it exists', () => {
    expect(validatePosition({ ...stored, openedAt: '' })).toEqual({})
    expect(validateExisting({ ...stored, openedAt: '' })).toHaveProperty('openedAt')
  })
})
