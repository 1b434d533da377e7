import { expect, it } from 'vitest'
import { linkToken } from './link-token.ts'

it('reads the token of an emailed link from the fragment, and from the query of older links', () => {
  expect(linkToken({ hash: '#token=a-b_c', search: '' })).toBe('a-b_c')
  expect(linkToken({ hash: '', search: '?token=old' })).toBe('old')
  expect(linkToken({ hash: '', search: '' })).toBe('')
})

it('prefers the fragment, which no server sees', () => {
  expect(linkToken({ hash: '#token=new', search: '?token=old' })).toBe('new')
  expect(linkToken({ hash: '#user=7&token=new', search: '' })).toBe('new')
})
