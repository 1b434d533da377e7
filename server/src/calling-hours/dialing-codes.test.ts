import { describe, expect, it } from 'vitest'
import { timeZonesOfAreaCode } from '../calls/area-codes.ts'
import { dialingCodes } from './dialing-codes.ts'

describe('dialingCodes', () => {
  it('has the zones and places of all countries that share a code', () => {
    const { zones, places } = dialingCodes().get('+7')!
    expect(zones).toEqual(expect.arrayContaining(['Europe/Moscow', 'Asia/Almaty']))
    expect(places.map(({ country }) => country).sort()).toEqual(['KZ', 'RU'])
  })

  it.each([
    ['+1212', 'US', ['NY']],
    ['+1205', 'US', ['AL']],
    ['+1604', 'CA', ['BC']],
    ['+1902', 'CA', ['NS', 'PE']],
    ['+1876', 'JM', null],
    ['+49', 'DE', null],
  ])('knows the state of %s, if the number shows it', (code, country, states) => {
    expect(dialingCodes().get(code)!.places).toEqual([{ country, states }])
  })

  it('takes a new area code for one that may be anywhere in the United States or Canada', () => {
    expect(dialingCodes().get('+1999')).toEqual({
      zones: null,
      places: [
        { country: 'US', states: null },
        { country: 'CA', states: null },
      ],
    })
  })

  it('has the state of every area code whose zone is known', () => {
    const unknown: string[] = []
    for (const [code, { zones, places }] of dialingCodes())
      if (code.startsWith('+1') && timeZonesOfAreaCode(code.slice(2)) && (!zones || !places[0]?.states))
        unknown.push(code)
    expect(unknown).toEqual([])
  })
})
