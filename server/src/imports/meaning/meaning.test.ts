import { describe, expect, it } from 'vitest'
import { composeName } from './compose-name.ts'
import { countriesWithLanguage, languageOfHeaders } from './file-language.ts'
import { holdsValue, lossOf } from './lost-cell.ts'
import { explainRagged, findRagged } from './ragged-row.ts'
import { joinAddress, splitAddress } from './read-address.ts'
import { looksLikeAnswer, readConsent, readDoNotCall, says } from './read-answer.ts'
import { dateRemark, looksLikeDate, readDate, tallyDateOrder } from './read-date.ts'
import { readId } from './read-id.ts'
import { suggestStatus } from './suggest-value.ts'
import { warnOfEarlyDate } from './unlikely-date.ts'

describe('a name in parts', () => {
  const compose = (more: object) =>
    composeName({
      firstName: 'Anna',
      lastName: 'Schmidt',
      middleName: null,
      secondLastName: null,
      suffix: null,
      ...more,
    })

  it('has its middle name once, in place of its initial', () => {
    expect(compose({ middleName: 'Maria' })).toBe('Anna Maria Schmidt')
    expect(compose({ firstName: 'Anna M.', middleName: 'Maria' })).toBe('Anna Maria Schmidt')
    expect(compose({ firstName: 'Anna Maria', middleName: 'M.' })).toBe('Anna Maria Schmidt')
    expect(compose({ firstName: 'Anna Maria', middleName: 'maria' })).toBe('Anna Maria Schmidt')
  })

  it('has its second last name once', () => {
    expect(compose({ secondLastName: 'Vega' })).toBe('Anna Schmidt Vega')
    expect(compose({ lastName: 'Schmidt Vega', secondLastName: 'Vega' })).toBe('Anna Schmidt Vega')
  })

  it('keeps what tells a son from his father, and no degree', () => {
    expect(compose({ suffix: 'Jr., PhD' })).toContain('Jr.')
    expect(compose({ suffix: 'PhD' })).toBe('Anna Schmidt')
    expect(compose({ firstName: null, lastName: null })).toBe('')
  })
})

describe('a date', () => {
  it('of a leap year exists, of another year it does not', () => {
    expect(readDate('29.02.2024', 'dmy').value).toBe('2024-02-29')
    expect(readDate('29.02.2023', 'dmy').value).toBeNull()
    expect(readDate('31.12.1899', 'dmy').value).toBeNull()
    expect(readDate('01.01.2101', 'dmy').value).toBeNull()
  })

  it('with a year of two digits is of this century up to 49', () => {
    expect(readDate('03.06.49', 'dmy').value).toBe('2049-06-03')
    expect(readDate('03.06.50', 'dmy').value).toBe('1950-06-03')
  })

  it.each([
    ['1/13/2016 12:05 AM', '2016-01-13T00:05:00'],
    ['1/13/2016 12:05 PM', '2016-01-13T12:05:00'],
    ['1/13/2016 23:59', '2016-01-13T23:59:00'],
    ['2016-01-13T10:00:00-0530', '2016-01-13T10:00:00-05:30'],
    ['2016-01-13 00:00:00Z', '2016-01-13T00:00:00Z'],
  ])('has the time %s as %s', (text, date) => {
    expect(readDate(text, 'mdy').value).toBe(date)
  })

  it.each(['1/13/2016 24:00', '1/13/2016 10:60', '20231301', '7304', '73416'])('is none in %j', (text) => {
    expect(readDate(text, 'mdy').value).toBeNull()
  })

  it('is ambiguous only where its order matters', () => {
    expect(readDate('13/1/2016', 'ambiguous')).toEqual({ value: '2016-01-13', problem: null })
    expect(readDate('1/2/2016', 'ymd').problem?.code).toBe('ambiguous_date')
    expect(readDate('24/1/5', 'dmy').value).toBeNull()
  })

  it('in a column with one slip in twenty keeps its order, with more it has none', () => {
    const decide = (dayFirst: number, monthFirst: number) => {
      const tally = tallyDateOrder()
      for (let count = 0; count < dayFirst; count++) tally.add('31/12/2020')
      for (let count = 0; count < monthFirst; count++) tally.add('12/31/2020')
      return tally.decide()
    }
    expect([decide(20, 1), decide(1, 20), decide(19, 1), decide(1, 19)]).toEqual([
      ...['dmy', 'mdy', 'ambiguous', 'ambiguous'],
    ])
  })

  it('is told from a number, and its words from a remark', () => {
    expect([looksLikeDate('3-Jun-23'), looksLikeDate('45080'), looksLikeDate('soon')]).toEqual([
      true,
      false,
      false,
    ])
    expect(dateRemark('until 3 June 2023')).toBe('until')
    expect(dateRemark('Mittwoch, 3. Mai 2023 um 14:00 Uhr')).toBe('')
  })

  it('of an application before 1950 is stored with a warning', () => {
    const warned = (value: string) => warnOfEarlyDate('x', { value, problem: null })
    expect(warned('1949-12-31')).toMatchObject({ value: '1949-12-31', problem: { code: 'early_date' } })
    expect(warned('1950-01-01').problem).toBeNull()
  })
})

describe('an answer', () => {
  it('that asks not to be called is heard in any form, with what else it says', () => {
    for (const text of ['do not call', 'Yes: do not call', "don't contact", 'opt-out', 'nicht anrufen'])
      expect(readDoNotCall(text).value).toBe(true)
    expect(readDoNotCall('do not call before noon').value).toBe(true)
    expect(says.moreThanDoNotCall('do not call before noon')).toBe('before noon')
    expect(readDoNotCall('call me').value).toBeNull()
  })

  it('about consent is given or withdrawn, never guessed', () => {
    expect(readConsent('No').value).toBe('withdrawn')
    expect(readConsent('opted out').value).toBe('withdrawn')
    expect(readConsent('I disagree').value).toBe('withdrawn')
    expect(readConsent('I agree').value).toBe('given')
    expect(readConsent('')).toEqual({ value: null, problem: null })
    expect([looksLikeAnswer('ja'), looksLikeAnswer('Berlin')]).toEqual([true, false])
  })
})

describe('a status of another system', () => {
  const statuses = (['lead', 'contacted', 'interview', 'offer', 'hired', 'closed'] as const).map((type) => ({
    ...{ id: type, name: `Our ${type}`, type },
  }))
  const type = (value: string) => suggestStatus(value, statuses)?.type ?? null

  it.each([
    ['Offer declined', 'closed'],
    ['Offer accepted', 'hired'],
    ['Interview scheduled', 'interview'],
    ['Not yet contacted', 'lead'],
    ['Do not contact', null],
    ['Offer rescinded', null],
    ['Hired elsewhere', null],
    ['Unplaced', null],
    ['Interview?', null],
  ])('%j means %s', (value, expected) => {
    expect(type(value)).toBe(expected)
  })

  it('with our own name is that one, unless it is a question', () => {
    expect([type('our OFFER'), type('Our lead?')]).toEqual(['offer', null])
  })
})

describe('an address', () => {
  it('without a postal code has its city and its state or country', () => {
    expect(splitAddress('Boston, MA')).toMatchObject({ city: 'Boston', region: 'MA', country: null })
    expect(splitAddress('Casablanca, Morocco')).toMatchObject({ city: 'Casablanca', country: 'Morocco' })
    expect(splitAddress('5 High St, Leeds')).toMatchObject({ street: '5 High St, Leeds', city: null })
  })

  it('is joined as it is spoken', () => {
    const parts = { street: '1 A St', city: 'Boston', region: 'MA', postalCode: '02110', country: 'USA' }
    expect(joinAddress(parts)).toBe('1 A St, Boston, MA 02110, USA')
    expect(joinAddress({ ...parts, region: null })).toBe('1 A St, Boston, 02110, USA')
    expect(
      joinAddress({ street: null, city: null, region: null, postalCode: null, country: null }),
    ).toBeNull()
  })
})

describe('the language of a file', () => {
  it('is that of most of its headers, or of their script', () => {
    expect(languageOfHeaders(['Vorname', 'Nachname', 'Telefon'])).toBe('de')
    expect(languageOfHeaders(['姓名', '电话'])).toBe('zh')
    expect(languageOfHeaders(['氏名', 'メール'])).toBe('ja')
    expect(languageOfHeaders(['Ім’я'])).toBe('uk')
    expect(languageOfHeaders(['x1', 'x2'])).toBeNull()
    expect(languageOfHeaders(['Vorname', 'Prénom'])).toBeNull()
    expect([countriesWithLanguage('de')[0], countriesWithLanguage(null)]).toEqual(['DE', []])
  })
})

describe('a row of another length than its header', () => {
  it('has more cells or fewer, and empty ones at the end do not count', () => {
    expect(findRagged(['a', 'b', ' ', ''], undefined, 2)).toBeNull()
    expect(findRagged(['a', 'b', '', 'd'], undefined, 2)).toEqual({ cells: 3, header: 2 })
    expect(explainRagged({ cells: 1, header: 3 })).toMatchObject({
      code: 'missing_cells',
      message: expect.stringContaining('2 fewer cells'),
    })
    expect(explainRagged({ cells: 3, header: 2 })).toMatchObject({ code: 'extra_cells' })
  })
})

describe('a cell whose value is not stored', () => {
  const column = { index: 3, header: 'Phone', field: 'phone' } as const

  it('is lost, unless it says that there is none', () => {
    const loss = (cell: string) => lossOf(column, cell, { value: null, problem: null })
    expect(loss('call Anna')).toMatchObject({ index: 3, column: 'Phone', code: 'not_read' })
    expect([loss(''), loss('N/A'), loss('#N/A')]).toEqual([null, null, null])
    expect(['###', '#REF!', 'x'].map(holdsValue)).toEqual([true, true, true])
  })

  it('in part is lost if more values or a longer text were there', () => {
    const partly = (code: 'several_values' | 'unusual_phone') =>
      lossOf(column, '1; 2', { value: '1', problem: { code, message: '', severity: 'warning' } })
    expect([partly('several_values')?.code, partly('unusual_phone')]).toEqual(['several_values', null])
  })
})

describe('an ID of an export', () => {
  it('is read in any case, and refused if it is none', () => {
    const id = '01900000-0000-7000-8000-00000000000A'
    expect(readId(` ${id} `).value).toBe(id.toLowerCase())
    expect(readId('17')).toMatchObject({ value: null, problem: { code: 'invalid_id' } })
  })
})
