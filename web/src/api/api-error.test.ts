import { describe, expect, it } from 'vitest'
import { ApiError, errorMessage, fieldErrors } from './api-error.ts'

const unreadable = 'Something went wrong. Try again.'

describe('errorMessage', () => {
  it.each<[string, unknown, string]>([
    ['the server in its own words', new ApiError('CONFLICT', 'Somebody was faster'), 'Somebody was faster'],
    [
      'a lost connection',
      new ApiError('NETWORK_ERROR', 'Network error occurred'),
      'The server cannot be reached. Check your connection, then try again.',
    ],
    ['a proxy', new ApiError('UNKNOWN_ERROR', '<h1>Bad gateway</h1>', { status: 502 }), unreadable],
    ['a bug', new TypeError('x is undefined'), unreadable],
  ])('explains an error of %s', (_, error, message) => {
    expect(errorMessage(error)).toBe(message)
  })
})

describe('fieldErrors', () => {
  const details = { name: ['Required', 'Too short'], 'rows.0.email': 'Not an email' }

  it('has one message for each field', () => {
    expect(fieldErrors(new ApiError('VALIDATION', 'Check the fields', { details }))).toEqual({
      name: 'Required',
      'rows.0.email': 'Not an email',
    })
  })

  it('has none for another refusal, whose details are no fields', () => {
    expect(fieldErrors(new ApiError('CONFLICT', 'Somebody was faster', { details }))).toEqual({})
    expect(fieldErrors(new ApiError('VALIDATION', 'Check the fields'))).toEqual({})
    expect(fieldErrors(new Error('Later'))).toEqual({})
  })
})
