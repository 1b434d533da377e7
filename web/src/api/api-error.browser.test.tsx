import { beforeAll, expect, it } from 'vitest'
import { loadTexts } from '../texts/load-texts.ts'
import { ApiError, errorMessage } from './api-error.ts'

beforeAll(() => loadTexts())

it('explains an answer that is not the API’s in the language of the user', () => {
  const error = new ApiError('UNKNOWN_ERROR', 'An unknown error occurred', { status: 502 })
  expect(errorMessage(error)).toBe('Something went wrong. Try again.')
})

it('shows what the server says', () => {
  const error = new ApiError('CONFLICT', 'This name is taken', { status: 409 })
  expect(errorMessage(error)).toBe('This name is taken')
})

it('says that the server cannot be reached', () => {
  const error = new ApiError('NETWORK_ERROR', 'Network error occurred')
  expect(errorMessage(error)).toBe('The server cannot be reached. Check your connection, then try again.')
})
