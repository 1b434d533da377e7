import { describe, expect, it } from 'vitest'
import { localTimeOf, timeZonesOfPhone } from './local-time.ts'

const at = (time: string) => new Date(`2026-01-15T${time}:00Z`)

describe('localTimeOf', () => {
  it.each([
    ['New York', '+12125550148', '07:30', '12:30'],
    ['Chicago, before eight', '+13125550148', '07:59', '13:59'],
    ['Los Angeles, from eight', '+12135550148', '08:00', '16:00'],
    ['Berlin, to nine', '+4930123456', '20:59', '19:59'],
    ['Berlin, from nine', '+4930123456', '21:00', '20:00'],
    ['India, half an hour off', '+919876543210', '17:30', '12:00'],
    ['Jamaica, which shares +1', '+18765550148', '12:00', '17:00'],
  ])('returns the time in %s', (_, phone, text, utc) => {
    expect(localTimeOf(phone, at(utc))).toMatchObject({ text })
  })

  it('returns a range if a number may be in several zones, and considers each', () => {
    expect(localTimeOf('+18505550148', at('02:30'))).toEqual({
      text: '20:30–21:30',
      zone: null,
    })
    expect(localTimeOf('+18505550148', at('05:30'))).toEqual({
      text: '23:30–00:30',
      zone: null,
    })
    expect(localTimeOf('+5511912345678', at('15:00'))?.text).toMatch(/^\d\d:00–\d\d:00$/)
  })

  it('returns null for a number without a location', () => {
    expect(localTimeOf('+88312345678', at('12:00'))).toBeNull()
    expect(localTimeOf('call me', at('12:00'))).toBeNull()
  })

  it('has existing time zones for every area code', () => {
    for (let code = 200; code < 1000; code += 1)
      for (const zone of timeZonesOfPhone(`+1${code}5550148`))
        expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow()
  })
})
