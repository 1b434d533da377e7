import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usersQuery } from './users-query.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 21, 22) })
})

afterEach(() => {
  vi.useRealTimers()
})

it('counts the days since a user was seen from the midnight of the viewer', () => {
  expect(usersQuery({ seen: 'week' })).toEqual({ seenSince: new Date(2026, 10, 14).toISOString() })
  expect(usersQuery({ seen: 'not-month' })).toEqual({ notSeenSince: new Date(2026, 9, 22).toISOString() })
  expect(usersQuery({ seen: 'not-quarter' })).toEqual({ notSeenSince: new Date(2026, 7, 23).toISOString() })
})
