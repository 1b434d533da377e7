import { describe, expect, it, vi } from 'vitest'
import { cleanCell, isNoValue } from '../../contact-formats/no-value.ts'
import { readEmail } from '../../contact-formats/read-email.ts'
import { readFullName, splitFullName } from '../../contact-formats/read-name.ts'
import { readPhone } from '../../contact-formats/read-phone.ts'
import { readProfileUrl } from '../../contact-formats/read-profile-url.ts'
import { namesAgree } from './compare-names.ts'
import { headerKey } from './header-key.ts'
import { splitAddress } from './read-address.ts'
import { readConsent, readDoNotCall } from './read-answer.ts'
import { type DateOrder, decideDateOrder, readDate, tallyDateOrder } from './read-date.ts'
import { readTags } from './read-tags.ts'

describe('isNoValue', () => {
  it.each([
    'N/A',
    'n/a',
    '-',
    '--',
    '#####',
    'none',
    'NULL',
    'call me',
    '#REF!',
    'keine Angabe',
    'нет данных',
    '无',
    '?',
    '#BEZUG!',
    '#NV',
    '#ЗНАЧ!',
    '#¡VALOR!',
    '#Н/Д',
    '(leer)',
    '[blank]',
    'no phone',
    'keine E-Mail',
    'pas de téléphone',
    'нет телефона',
    'unknown!',
    'bitte anrufen',
    'appelez-moi',
    '\\N',
  ])('knows %j', (text) => {
    expect(isNoValue(text)).toBe(true)
  })

  it.each([
    'Nancy',
    'Nonesuch Ltd',
    'No Phone Home Ltd, Bonn and Kiel',
    'Kein',
    '(Anna)',
    '#Hashtag',
    '0',
    'No. 5',
    '#1 Staffing',
    'Nairobi',
  ])('leaves %j alone', (text) => {
    expect(isNoValue(text)).toBe(false)
  })
})

describe('cleanCell', () => {
  it.each([
    ['  padded\u00a0', 'padded'],
    ['="00123"', '00123'],
    ["'+33 6 12", '+33 6 12'],
    ["'  =1+1", '=1+1'],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ['a\0b', 'ab'],
    ['\u200eAn\u00adna\u200f', 'Anna'],
    ["'0151 234567", '0151 234567'],
  ])('takes %j for %j', (text, expected) => {
    expect(cleanCell(text)).toBe(expected)
  })
})

describe('readEmail', () => {
  it.each([
    [' Marie.Muller@Mail.COM ', 'marie.muller@mail.com'],
    ['Jane <jane@x.com>', 'jane@x.com'],
    ['mailto:a@b.co', 'a@b.co'],
    ['a@b.com (work)', 'a@b.com'],
    ['x@münchen.de', 'x@xn--mnchen-3ya.de'],
    ['mailto:a@b.co?subject=Hi there', 'a@b.co'],
    ['[a@b.co](mailto:a@b.co)', 'a@b.co'],
    ['=HYPERLINK("mailto:a@b.co","a@b.co")', 'a@b.co'],
    ['privat: a@b.co', 'a@b.co'],
    ['a@b.co - work', 'a@b.co'],
    ['📧 a@b.co', 'a@b.co'],
    ['\u200ea@b.co.', 'a@b.co'],
  ])('reads %j', (text, email) => {
    expect(readEmail(text)).toEqual({ value: email, problem: null })
  })

  it('takes the first of several, flagged', () => {
    for (const text of ['a@b.com; c@d.com', 'a@b.com und c@d.com', 'a@b.com\nc@d.com'])
      expect(readEmail(text)).toMatchObject({
        value: 'a@b.com',
        problem: { code: 'several_values', severity: 'warning' },
      })
  })

  it.each(['marie muller@mail.com', 'a@b', '@b.com', 'anna', 'a@gmail,com', 'a (at) b.com', 'a@ b.com'])(
    'refuses %j',
    (text) => {
      expect(readEmail(text)).toMatchObject({
        value: null,
        problem: { code: 'invalid_email', severity: 'error' },
      })
    },
  )

  it('tells blank from "no value"', () => {
    expect(readEmail('  ')).toEqual({ value: null, problem: null })
    expect(readEmail('N/A')).toMatchObject({
      value: null,
      problem: { code: 'no_value', severity: 'warning' },
    })
  })
})

describe('readPhone', () => {
  it.each([
    ['(858)901-5499', 'US', '+18589015499', null],
    ['001-527-907-9332x4819', 'US', '+15279079332', '4819'],
    ['+1-312-574-5308x1681', 'FR', '+13125745308', '1681'],
    ['312-555-0148 ext. 12', 'US', '+13125550148', '12'],
    ['3124297655.0', 'US', '+13124297655', null],
    ['06 20 21 49 82', 'FR', '+33620214982', null],
    ['0033604938195', 'DE', '+33604938195', null],
    ['8 (912) 345-67-89 доб. 12', 'RU', '+79123456789', '12'],
    ['13800138000', 'CN', '+8613800138000', null],
    ['Mobile: +44 7400 123456', 'US', '+447400123456', null],
    ['4915123456789', 'DE', '+4915123456789', null],
    ['4930901820', 'DE', '+4930901820', null],
    ['4.915123456789E+12', 'DE', '+4915123456789', null],
    ['030 901820 Durchwahl 12', 'DE', '+4930901820', '12'],
    ['030 901820 DW 12', 'DE', '+4930901820', '12'],
    ['01 42 68 53 00 poste 12', 'FR', '+33142685300', '12'],
    ['010 6552 9988 内线 12', 'CN', '+861065529988', '12'],
    ['0151 23456789 (privat)', 'DE', '+4915123456789', null],
    ['WhatsApp +49 151 23456789', 'FR', '+4915123456789', null],
    ['+49 151 23456789 WhatsApp', 'FR', '+4915123456789', null],
    ['📞 0151‑23456789', 'DE', '+4915123456789', null],
    ['(+49) 151 23456789', 'FR', '+4915123456789', null],
    ['++49 151 23456789', 'FR', '+4915123456789', null],
    ['＋８６１３８００１３８０００', 'DE', '+8613800138000', null],
    ['٠٥٠١٢٣٤٥٦٧', 'SA', '+966501234567', null],
  ] as const)('reads %j in %s', (text, country, e164, extension) => {
    expect(readPhone(text, country)).toEqual({ value: { e164, extension }, problem: null })
  })

  it("goes by the workspace's country first and by the row's where that fails", () => {
    expect(readPhone('069 2964362', 'US', 'DE').value?.e164).toBe('+49692964362')
    expect(readPhone('06 20 21 49 82', 'FR', 'DE').value?.e164).toBe('+33620214982')
  })

  it.each([
    ['#'.repeat(255), 'damaged_value', 'warning'],
    ['call me', 'no_value', 'warning'],
    ['4.21E+09', 'damaged_value', 'error'],
    ['0000000000', 'no_value', 'warning'],
    ['123456789', 'no_value', 'warning'],
    ['12', 'invalid_phone', 'error'],
    ['anna@example.com', 'invalid_phone', 'error'],
    ['do not use 312-555-0106', 'invalid_phone', 'error'],
    ['(312) 555-0106 (wrong number)', 'invalid_phone', 'error'],
    ['Nicht mehr: +49 170 1234567', 'invalid_phone', 'error'],
  ])('flags %j', (text, code, severity) => {
    expect(readPhone(text, 'US')).toMatchObject({ value: null, problem: { code, severity } })
  })

  it('keeps a number of the right length that no carrier has, flagged', () => {
    expect(readPhone('(555) 123-4567', 'US')).toMatchObject({
      value: { e164: '+15551234567' },
      problem: { code: 'unusual_phone', severity: 'warning' },
    })
  })

  it('takes the first of several, flagged', () => {
    expect(readPhone('312 555 0148 / 312 555 0149', 'US')).toMatchObject({
      value: { e164: '+13125550148' },
      problem: { code: 'several_values' },
    })
  })
})

describe('tallyDateOrder', () => {
  it('takes an order that gives days to come for a wrong one, unless there may be such days', () => {
    vi.useFakeTimers({ now: new Date('2026-06-15T12:00:00Z'), toFake: ['Date'] })
    try {
      const decide = (options: { mayCome?: boolean }) => {
        const tally = tallyDateOrder(options)
        tally.add('02/11/2026')
        return tally.decide()
      }
      expect(decide({})).toBe('mdy')
      expect(decide({ mayCome: true })).toBe('ambiguous')
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('decideDateOrder', () => {
  it.each<[string[], DateOrder]>([
    [['31-08-1992', '10/3/1973'], 'dmy'],
    [['1/1/2016 0:00', '1/13/2016 0:00'], 'mdy'],
    [['10/3/1973', '4/4/2001'], 'ambiguous'],
    [['10.3.1973', '4. 4. 2001', '05.06.24'], 'dmy'],
    [['10.3.1973', '4/5/2001'], 'ambiguous'],
    [['12.31.2024', '05.06.2024'], 'mdy'],
    [[`05/01/${new Date().getUTCFullYear() + 1}`, '04/05/2001'], 'ambiguous'],
    [['31-08-1992', '8/31/1992'], 'ambiguous'],
    [['2023-06-03', '45080'], 'ymd'],
    [['3-Jun-23', ''], 'ymd'],
  ])('takes %j for %s', (samples, order) => {
    expect(decideDateOrder(samples)).toBe(order)
  })

  it('does not let a slip overrule a column', () => {
    expect(decideDateOrder([...Array.from({ length: 50 }, () => '31/12/2020'), '12/31/2020'])).toBe('dmy')
  })
})

describe('readDate', () => {
  it.each<[string, DateOrder, string]>([
    ['31-08-1992', 'dmy', '1992-08-31'],
    ['10/3/1973', 'dmy', '1973-03-10'],
    ['10/3/1973', 'mdy', '1973-10-03'],
    ['4/4/2001', 'ambiguous', '2001-04-04'],
    ['3-Jun-23', 'ambiguous', '2023-06-03'],
    ['12 Mar 2024', 'ambiguous', '2024-03-12'],
    ['June 3rd, 2023', 'dmy', '2023-06-03'],
    ['1er juin 2023', 'dmy', '2023-06-01'],
    ['3. März 2023', 'dmy', '2023-03-03'],
    ['Mittwoch, 3. Mai 2023', 'dmy', '2023-05-03'],
    ['le 3 juin 2023', 'dmy', '2023-06-03'],
    ['jueves 1 de junio de 2023', 'dmy', '2023-06-01'],
    ['3 de junio de 2023', 'dmy', '2023-06-03'],
    ['3 июня 2023 г.', 'dmy', '2023-06-03'],
    ['2023年6月3日', 'dmy', '2023-06-03'],
    ['2023-06-03T14:05:00.000Z', 'dmy', '2023-06-03T14:05:00Z'],
    ['1/13/2016 2:05 PM', 'mdy', '2016-01-13T14:05:00'],
    ['1/1/2016 0:00', 'mdy', '2016-01-01'],
    ['Tue, 03 Jun 2023 14:00:00 +0000', 'dmy', '2023-06-03T14:00:00+00:00'],
    ['45080', 'dmy', '2023-06-03'],
    ['20230603', 'dmy', '2023-06-03'],
    ['1686000000', 'dmy', '2023-06-05T21:20:00Z'],
    ['2024/1/5', 'dmy', '2024-01-05'],
    ['2024. 12. 31.', 'dmy', '2024-12-31'],
    ['2024년 12월 31일', 'dmy', '2024-12-31'],
    ['31 Aralık 2024', 'dmy', '2024-12-31'],
    ['31. prosince 2024', 'dmy', '2024-12-31'],
    ['31st of December 2024', 'dmy', '2024-12-31'],
    ['٣١/١٢/٢٠٢٤', 'dmy', '2024-12-31'],
    ['45657,5', 'dmy', '2024-12-31T12:00:00'],
    ['2024-12-31 下午3:04', 'dmy', '2024-12-31T15:04:00'],
    ['2024/12/31 9:15:00 AM GMT+1', 'dmy', '2024-12-31T09:15:00+01:00'],
    ['Tue Dec 31 2024 10:20:30 GMT+0100 (CET)', 'dmy', '2024-12-31T10:20:30+01:00'],
  ])('reads %j (%s)', (text, order, date) => {
    expect(readDate(text, order)).toEqual({ value: date, problem: null })
  })

  it('keeps a value that only the other order allows, flagged', () => {
    expect(readDate('25/12/2020', 'mdy')).toMatchObject({
      value: '2020-12-25',
      problem: { code: 'other_date_order', severity: 'warning' },
    })
  })

  it('does not guess while the order is open', () => {
    expect(readDate('10/3/1973', 'ambiguous')).toMatchObject({
      value: null,
      problem: { code: 'ambiguous_date' },
    })
  })

  it.each([
    '30/02/2020',
    'soon',
    '12',
    '5 Marvin 2020',
    '2020-13-13',
    'until 3 June 2023',
    'not 3 June 2023',
  ])('refuses %j', (text) => {
    expect(readDate(text, 'dmy')).toMatchObject({ value: null, problem: { code: 'invalid_date' } })
  })
})

describe('splitFullName', () => {
  it.each([
    ['Marie Muller', 'Marie', 'Muller'],
    ['Muller, Marie', 'Marie', 'Muller'],
    ['P. Sharma', 'P.', 'Sharma'],
    ['Mary Ann Smith', 'Mary Ann', 'Smith'],
    ['Dr. Ludwig van Beethoven, PhD', 'Ludwig', 'van Beethoven'],
    ['Juan de la Cruz', 'Juan', 'de la Cruz'],
    ['DURAND Marie', 'Marie', 'DURAND'],
    ['JD Smith', 'JD', 'Smith'],
    ['Иванов Иван Петрович', 'Иван Петрович', 'Иванов'],
    ['王小明', '小明', '王'],
    ['欧阳娜娜', '娜娜', '欧阳'],
    ['Cher', 'Cher', null],
    ['Prof. Dr. med. Max Müller', 'Max', 'Müller'],
    ['Dipl.-Ing. Max Müller', 'Max', 'Müller'],
    ['Max Müller (extern)', 'Max', 'Müller'],
    ['Anna Smith <anna@example.com>', 'Anna', 'Smith'],
    ['Smith; Anna', 'Anna', 'Smith'],
    ['Dijk, Virgil van', 'Virgil', 'van Dijk'],
    ['田中 太郎', '太郎', '田中'],
    ['김철수', '철수', '김'],
    ['Phil Collins', 'Phil', 'Collins'],
    ['Nat King Cole', 'Nat King', 'Cole'],
    ['Don Johnson', 'Don', 'Johnson'],
    ['M. Dupont', 'M.', 'Dupont'],
    ['Yo Yo Ma', 'Yo Yo', 'Ma'],
    ['Chen, Ma', 'Ma', 'Chen'],
    ['Dr. phil. Max Müller', 'Max', 'Müller'],
    ['Jane Doe, RN', 'Jane', 'Doe'],
    ['Jane Roe Doe MD', 'Jane Roe', 'Doe'],
  ])('splits %j', (text, firstName, lastName) => {
    expect(splitFullName(text)).toMatchObject({ firstName, lastName })
  })
})

describe('readFullName', () => {
  it.each([
    ['Robert Hill Jr.', 'Robert Hill Jr.'],
    ['Robert Hill, Sr', 'Robert Hill Sr'],
    ['Hill, Robert Jr.', 'Robert Hill Jr.'],
    ['Hill, Robert, III', 'Robert Hill III'],
    ['Dr. Robert Hill II, PhD', 'Robert Hill II'],
    ['Sr. Juan Vega', 'Juan Vega'],
    ['Robert Hill (Jr)', 'Robert Hill Jr'],
    ['Hill, Robert, Dr.', 'Robert Hill'],
  ])('keeps the generation in %j', (text, fullName) => {
    expect(readFullName(text).value).toMatchObject({ fullName })
  })
})

describe('namesAgree', () => {
  it.each([
    ['Claire Durand', 'CLAIRE DURAND'],
    ['José Núñez', 'Jose Nunez'],
    ['Muller Marie', 'Marie Muller'],
    ['Dr. Anna Schmidt', 'Anna Schmidt'],
    ['SCHMIDT, Anna', 'Anna Schmidt'],
    ['Robert Hill Jr.', 'Robert Hill, JR'],
  ])('takes %j and %j for one name', (one, other) => {
    expect(namesAgree(one, other)).toBe(true)
  })

  it.each([
    ['Anna Schmidt', 'Bo Schmidt'],
    ['Scott Sheppard', 'Stanley Lewis'],
    ['A. B.', 'Anna Berg'],
    ['Anna', 'Anna Schmidt'],
    ['Priya Sharma', 'P. Sharma'],
    ['Priya Sharma', 'Priya K. Sharma'],
    ['Anna Maria Schmidt', 'Anna Schmidt'],
    ['Ana Ruiz Vega', 'Ana Ruiz'],
    ['Robert Hill Sr', 'Robert Hill Jr.'],
    ['Robert Hill', 'Robert Hill Jr'],
    ['Robert Hill II', 'Robert Hill III'],
    ['Robert Hill, Sr.', 'Robert Hill'],
  ])('keeps %j and %j apart', (one, other) => {
    expect(namesAgree(one, other)).toBe(false)
  })
})

describe('readProfileUrl', () => {
  it.each([
    ['https://www.linkedin.com/in/ArjunMehta/', 'https://www.linkedin.com/in/arjunmehta'],
    ['fr.linkedin.com/in/Foo/de?utm=1#top', 'https://www.linkedin.com/in/foo'],
    ['http://github.com/Foo', 'https://github.com/foo'],
    ['jane.example.com/Me/', 'https://jane.example.com/Me'],
    ['LinkedIn: linkedin.com/in/jane', 'https://www.linkedin.com/in/jane'],
    ['https://example.com/people?utm_source=x&id=17', 'https://example.com/people?id=17'],
    ['https://example.com/#/people/17', 'https://example.com/#/people/17'],
    ['https://example.com/people?utm_source=x#top', 'https://example.com/people'],
  ])('reads %j', (text, url) => {
    expect(readProfileUrl(text)).toEqual({ value: url, problem: null })
  })

  it.each([
    'javascript:alert(1)',
    'https://www.linkedin.com/company/acme',
    'linkedin.com/in/',
    'see attached',
    'http://x:y@evil.com/',
  ])('refuses %j', (text) => {
    expect(readProfileUrl(text)).toMatchObject({ value: null, problem: { code: 'invalid_url' } })
  })
})

describe('splitAddress', () => {
  it.each([
    [
      'Boulevard Saint-Michel 5, 13503 Paris',
      { street: 'Boulevard Saint-Michel 5', postalCode: '13503', city: 'Paris' },
    ],
    [
      '100 Summer Street, Boston, MA 02110, USA',
      { street: '100 Summer Street', city: 'Boston', region: 'MA', postalCode: '02110', country: 'USA' },
    ],
    ['12 High St, London SW1A 1AA', { street: '12 High St', city: 'London', postalCode: 'SW1A 1AA' }],
    ['Boston, MA', { city: 'Boston', region: 'MA', country: null }],
    ['London, UK', { street: null, city: 'London', country: 'UK' }],
    ['7 Ambelokipon Av.', { street: '7 Ambelokipon Av.', city: null }],
  ])('takes %j apart', (text, parts) => {
    expect(splitAddress(text)).toMatchObject(parts)
  })
})

describe('readTags', () => {
  it.each([
    ['Java; SQL, advanced ;java', ['Java', 'SQL, advanced']],
    ['Java, SQL', ['Java', 'SQL']],
    ['["Java","SQL"]', ['Java', 'SQL']],
    ['[{"name":"Java"},{"label":"SQL"},{"id":7}]', ['Java', 'SQL', '{"id":7}']],
    ['驾驶、物流', ['驾驶', '物流']],
    ['-', null],
  ])('reads %j', (text, tags) => {
    expect(readTags(text).value).toEqual(tags)
  })
})

describe('readDoNotCall and readConsent', () => {
  it.each([
    ['Yes', true],
    ['oui', true],
    ['ДА', true],
    ['否', false],
    ['0', false],
    ['DNC', true],
    ['Yes, do not call', true],
  ])('reads %j', (text, answer) => {
    expect(readDoNotCall(text).value).toBe(answer)
  })

  it('flags what is neither yes nor no', () => {
    expect(readDoNotCall('maybe')).toMatchObject({ value: null, problem: { code: 'unclear_answer' } })
    expect(readConsent('2024-01-03').value).toBe('given')
    expect(readConsent('widerrufen').value).toBe('withdrawn')
    expect(readConsent('Unsubscribed').value).toBe('withdrawn')
  })

  it.each([
    '2024-01-05 withdrawn',
    'refused 5 Jan 2024',
    '5 Jan 2024 refused',
    '0000-00-00',
    'not before 2024-01-05',
  ])('takes %j for no consent', (text) => {
    expect(readConsent(text)).toMatchObject({ value: null, problem: { code: 'unclear_answer' } })
  })
})

describe('headerKey', () => {
  it('is the same for the same headers in other order, case and padding', () => {
    expect(headerKey(['First Name', 'E-mail'])).toBe(headerKey([' e_mail', 'firstName ']))
    expect(headerKey(['First Name'])).not.toBe(headerKey(['Last Name']))
  })
})
