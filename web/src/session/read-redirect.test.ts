import { describe, expect, it } from 'vitest'
import { readRedirect } from './read-redirect.ts'

const origin = 'https://muster.example.com'

describe('readRedirect', () => {
  it('rejects addresses of other sites', () => {
    for (const target of [
      '//evil.example',
      '/.//evil.example',
      '/x/..//evil.example',
      '/%2e//evil.example',
      '/\t/evil.example',
      'https://evil.example/',
      '/\\evil.example',
      'javascript:alert(1)',
    ])
      expect(readRedirect(`?redirect=${encodeURIComponent(target)}`, origin)).toBeNull()
  })

  it('rejects several values', () => {
    expect(readRedirect('?redirect=/applications&redirect=/positions', origin)).toBeNull()
  })
})
