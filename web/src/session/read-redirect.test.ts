import { describe, expect, it } from 'vitest'
import { readRedirect } from './read-redirect.ts'

const origin = 'https://muster.example.com'

const read = (target: string) => readRedirect(`?redirect=${encodeURIComponent(target)}`, origin)

describe('readRedirect', () => {
  it('returns the address of a screen with its query and fragment', () => {
    expect(read('/applications?q=a&late=true#top')).toBe('/applications?q=a&late=true#top')
    expect(read('/settings/custom-fields/')).toBe('/settings/custom-fields/')
    expect(read('/a_b-1')).toBe('/a_b-1')
    expect(readRedirect('?other=1&redirect=/positions', origin)).toBe('/positions')
  })

  it('returns null without an address', () => {
    expect(readRedirect('', origin)).toBeNull()
    expect(read('')).toBeNull()
    expect(read('applications')).toBeNull()
    expect(read('x/applications')).toBeNull()
  })

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
      'https:/evil.example',
      '//evil.example/applications',
      '/applications@evil.example',
      '/applications/../..//evil.example',
    ])
      expect(read(target), target).toBeNull()
  })

  it('rejects control characters, which a browser drops from an address', () => {
    for (const target of [
      '/applications\n',
      '/applications?q=\tx',
      '/applications#\r',
      '\u0000/applications',
      '/appli\tcations',
    ])
      expect(read(target), JSON.stringify(target)).toBeNull()
  })

  it('rejects addresses that are longer than servers take', () => {
    const of = (length: number) => `/applications?q=${'a'.repeat(length - '/applications?q='.length)}`
    expect(read(of(8000))).toBe(of(8000))
    expect(read(of(8001))).toBeNull()
    // Longer once its characters are encoded.
    expect(read(`/applications?q=${'ü'.repeat(2000)}`)).toBeNull()
  })

  it('rejects several values', () => {
    expect(readRedirect('?redirect=/applications&redirect=/positions', origin)).toBeNull()
  })
})
