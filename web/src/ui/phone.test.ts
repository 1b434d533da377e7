import { describe, expect, it } from 'vitest'
import { formatPhone } from './phone.ts'

describe('formatPhone', () => {
  it('groups the digits after the country code', () => {
    expect(formatPhone('+13125550148')).toBe('+1 312 555 0148')
    expect(formatPhone('+4915123456789')).toBe('+49 151 234 567 89')
    expect(formatPhone('+442071838750')).toBe('+44 207 183 8750')
    expect(formatPhone('+353861234567')).toBe('+353 861 234 567')
  })

  it('keeps every digit for any length', () => {
    for (let length = 7; length <= 15; length++) {
      const phone = `+${'4935212345678901'.slice(0, length)}`
      expect(formatPhone(phone).replaceAll(' ', '')).toBe(phone)
    }
  })

  it('keeps an extension', () => {
    expect(formatPhone('+13125550148 ext. 12')).toBe('+1 312 555 0148 ext. 12')
  })

  it('leaves incomplete numbers alone', () => {
    expect(formatPhone('312 555 0148')).toBe('312 555 0148')
    expect(formatPhone('+12')).toBe('+12')
  })
})
