import { confirmBelow, type ImportTarget } from '@muster/contract/import-fields.ts'
import { describe, expect, it } from 'vitest'
import { suggestMapping } from './suggest-mapping.ts'

function suggest(headers: string[], rows: string[][] = []) {
  const columns = headers.map((header, index) => ({
    header: header.trim() || `Column ${index + 1}`,
    original: header,
  }))
  const samples = headers.map((_, index) =>
    rows.map((cells) => cells[index] ?? '').filter((cell) => cell !== ''),
  )
  return suggestMapping(columns, samples)
}

function fieldsOf(headers: string[], rows: string[][] = []): (ImportTarget | null)[] {
  return suggest(headers, rows).map(({ field }) => field)
}

describe('suggestMapping by header', () => {
  it.each<[string, string[], (ImportTarget | null)[]]>([
    [
      'English',
      ['First Name', 'Surname', 'E-mail address', 'Mobile', 'ZIP', 'Applied on'],
      ['firstName', 'lastName', 'email', 'phone', 'postalCode', 'appliedAt'],
    ],
    [
      'French',
      ['Prénom', 'Nom', 'Courriel', 'Téléphone portable', 'Ville', 'Statut'],
      ['firstName', 'lastName', 'email', 'phone', 'city', 'status'],
    ],
    [
      'German',
      ['Vorname', 'Name', 'E-Mail-Adresse', 'Handynummer', 'Straße', 'PLZ', 'Ort', 'Beworben am'],
      ['firstName', 'lastName', 'email', 'phone', 'street', 'postalCode', 'city', 'appliedAt'],
    ],
    [
      'Spanish',
      ['Nombre', 'Apellidos', 'Correo electrónico', 'Móvil', 'Dirección', 'País', 'Fuente'],
      ['firstName', 'lastName', 'email', 'phone', 'location', 'country', 'source'],
    ],
    [
      'Russian',
      ['ФИО', 'Телефон', 'Эл. почта', 'Город', 'Вакансия', 'Источник', 'Комментарий'],
      ['fullName', 'phone', 'email', 'city', 'position', 'source', 'notes'],
    ],
    [
      'Chinese',
      ['姓名', '手机号码', '电子邮箱', '城市', '应聘职位', '状态', '备注'],
      ['fullName', 'phone', 'email', 'city', 'position', 'status', 'notes'],
    ],
    [
      'dotted, glued and padded',
      ['externalID  ', 'owner.name', 'address.city', 'companyName', ' skill_set'],
      ['externalId', 'owner', 'city', 'currentCompany', 'tags'],
    ],
    [
      'as questions',
      ['What is your e-mail address?', 'Best phone number to reach you', 'How did you hear about us?'],
      ['email', 'phone', 'source'],
    ],
  ])('reads %s headers', (_, headers, fields) => {
    expect(fieldsOf(headers)).toEqual(fields)
  })

  it('leaves second, foreign and private columns alone', () => {
    const headers = [
      'email2',
      'Emergency contact phone',
      'Manager e-mail',
      'Fax',
      'SSN',
      'Date of birth',
      'Gender',
      'customText1',
      'federalFilingStatus',
      'category.name',
      'secondaryAddress.city',
    ]
    const values = [
      'a@b.com',
      '312 555 0148',
      'a@b.com',
      '312 555 0148',
      '000-000-0000',
      '1/1/1980',
      'F',
      'text',
      'S',
      'x',
      'Bonn',
    ]
    expect(fieldsOf(headers, [values])).toEqual(headers.map(() => null))
  })
})

describe('suggestMapping by neighbours', () => {
  it('prefers first and last name over a full name', () => {
    expect(fieldsOf(['Name', 'First Name', 'Last Name'])).toEqual([null, 'firstName', 'lastName'])
    expect(fieldsOf(['Full name', 'Last Name'])).toEqual(['fullName', 'lastName'])
  })

  it('takes an address for the street where city or postal code stand apart', () => {
    expect(fieldsOf(['Address', 'City', 'Zip'])).toEqual(['street', 'city', 'postalCode'])
    expect(fieldsOf(['Address', 'Phone'])).toEqual(['location', 'phone'])
  })

  it('takes a title for the position of an application and for the job of a contact', () => {
    expect(fieldsOf(['Name', 'Job Title', 'Status'])[1]).toBe('position')
    expect(fieldsOf(['Name', 'Company', 'Position'])[2]).toBe('currentTitle')
    expect(fieldsOf(['Name', 'Position', 'Position applied for'])).toEqual([
      'fullName',
      'currentTitle',
      'position',
    ])
  })

  it('does not take the client of an agency for the employer of a candidate', () => {
    expect(fieldsOf(['Name', 'Job Title', 'Client', 'Client Name']).slice(2)).toEqual(['clientCompany', null])
    expect(fieldsOf(['Name', 'Client'])).toEqual(['fullName', null])
  })

  it('gives a field to one column, except tags', () => {
    expect(fieldsOf(['Phone', 'Mobile', 'Skills', 'Skills', 'Tags'])).toEqual([
      'phone',
      null,
      'tags',
      'tags',
      'tags',
    ])
  })
})

describe('suggestMapping by values', () => {
  it('knows addresses and profiles without a header, and names by their shape', () => {
    const rows = [
      ['Anna Novak', 'anna@example.com', '+420 601 123 456', 'https://www.linkedin.com/in/anna', 'France'],
      ['Bo Berg', 'bo@example.com', '(312) 555-0148', 'linkedin.com/in/bo', 'Germany'],
    ]
    expect(fieldsOf(['', '', '', '', ''], rows)).toEqual([
      'fullName',
      'email',
      'phone',
      'profileUrl',
      'country',
    ])
  })

  it('does not believe a header that the values contradict', () => {
    expect(
      fieldsOf(
        ['Email', 'Phone', 'Applied on'],
        [
          ['yes', 'home', 'n.d. 7'],
          ['no', 'work', 'soon'],
        ],
      ),
    ).toEqual([null, null, null])
    expect(
      fieldsOf(
        ['Title', 'Name'],
        [
          ['Mr', 'Anna'],
          ['Mrs', 'Bo'],
        ],
      ),
    ).toEqual([null, 'fullName'])
  })

  it('tells a state of a country from a state of an application', () => {
    expect(
      fieldsOf(
        ['Name', 'State'],
        [
          ['Anna', 'TX'],
          ['Bo', 'NY'],
        ],
      )[1],
    ).toBe('region')
    expect(
      fieldsOf(
        ['Nombre', 'Estado'],
        [
          ['Anna', 'Entrevista'],
          ['Bo', 'Rechazado'],
        ],
      )[1],
    ).toBe('status')
  })

  it.each([
    [['Name', 'County', 'State'], ['Anna', 'Cook', 'IL'], 'region'],
    [['Name', 'State', 'County'], ['Anna', 'Ohio', 'Franklin'], 'region'],
    [['Name', 'City', 'State'], ['Anna', 'Albany', 'New York'], 'region'],
    [['Name', 'Ciudad', 'Estado'], ['Ana', 'Guadalajara', 'Jalisco'], 'region'],
    [['Name', 'City', 'State'], ['Anna', 'Albany', 'Rejected'], 'status'],
    [['Nombre', 'Provincia', 'Estado'], ['Ana', 'Madrid', 'En proceso'], 'status'],
    [['Name', 'County', 'State'], ['Anna', 'Cook', ''], null],
  ] as const)('takes the state in %j with %j for %j', (headers, row, field) => {
    const fields = fieldsOf([...headers], [[...row], [...row]])
    expect(fields[headers.findIndex((header) => /^(?:State|Estado)$/.test(header))]).toBe(field)
  })

  it('still believes a phone column full of # signs', () => {
    expect(fieldsOf(['Phone'], [['#'.repeat(255)], ['call me']])).toEqual(['phone'])
  })

  it('explains itself', () => {
    const columns = ['E-mail', 'Mail'].map((header) => ({ header, original: header }))
    expect(suggestMapping(columns, [[], []]).map(({ why }) => why)).toEqual([
      '“E-mail” means Email',
      'Email is already mapped to “E-mail”',
    ])
  })
})

describe('suggestMapping by wrapped headers', () => {
  it.each<[string, ImportTarget]>([
    ['ADEmail', 'email'],
    ['txtEmail', 'email'],
    ['tbl_candidate.email_addr', 'email'],
    ['candidate.primaryEmail', 'email'],
    ['Person : Email', 'email'],
    ['Email Email Address', 'email'],
    ['First Name First Name', 'firstName'],
    ['3. What is your surname?', 'lastName'],
    ["Applicant's name", 'fullName'],
    ['Cell Ph. (required)', 'phone'],
    ['familiya', 'lastName'],
    ['الإسم الأول', 'firstName'],
    ['फ़ोन नंबर', 'phone'],
  ])('reads %s as %s', (header, field) => {
    expect(fieldsOf([header])).toEqual([field])
  })
})

describe("suggestMapping on somebody else's columns", () => {
  const emails = [['a@x.example'], ['b@x.example'], ['c@x.example']]
  const phones = [['+1 312 555 0101'], ['+1 312 555 0102'], ['+1 312 555 0103']]
  const names = [['Anna Novak'], ['Bo Berg'], ['Cy Diaz']]
  const dates = [['2025-01-02'], ['2025-02-03'], ['2025-03-04']]
  it.each([
    ...['Hiring manager email', 'Reference 1 email', 'E-Mail des Vorgesetzten', 'Почта руководителя'].map(
      (header) => [header, emails] as const,
    ),
    ...[
      'Emergency contact number',
      'Company phone',
      'Manager: Phone',
      '紧急联系人手机',
      '上司の電話番号',
    ].map((header) => [header, phones] as const),
    ...['Referrer name', 'Hiring manager', 'Nom du père', 'Nome da mãe', 'Interviewer'].map(
      (header) => [header, names] as const,
    ),
    ...['Last modified', 'Date of birth', 'Start date', 'Interview date', 'Geburtsdatum', '更新日時'].map(
      (header) => [header, dates] as const,
    ),
    ...['Job ID', 'Requisition number', 'Vacancy location', 'Why are you applying for this role?'].map(
      (header) => [header, [['17'], ['18'], ['19']]] as const,
    ),
  ])('maps %s to nothing', (header, rows) => {
    expect(fieldsOf([header], rows as string[][])).toEqual([null])
  })

  it('takes neither the phone in brackets of a manager nor the path of a company', () => {
    expect(fieldsOf(['Phone (manager)', 'tbl_company.phone'], [['312 555 0101', '312 555 0102']])).toEqual([
      null,
      null,
    ])
  })
})

describe('suggestMapping in doubt', () => {
  it('asks where only the values tell, and where a header says half', () => {
    const rows = [
      ['+1 312 555 0101', 'Offer', 'jdoe', 'Chef'],
      ['+1 312 555 0102', 'Interview', 'asmith', 'Nurse'],
    ]
    const asked = suggest(['Xyz', 'Abc', 'Username', 'Ideal position'], rows)
    expect(asked.map(({ field }) => field)).toEqual(['phone', 'status', 'externalId', 'position'])
    for (const { confidence, why } of asked) {
      expect(confidence).toBeLessThan(confirmBelow)
      expect(why).not.toBe('')
    }
  })

  it('asks about no field that another column has, and about no empty column', () => {
    const rows = [['+1 312 555 0101', '+1 312 555 0102', '']]
    expect(fieldsOf(['Phone', 'Xyz', 'Username'], rows)).toEqual(['phone', null, null])
  })

  it('gives the field to the column whose values are the better evidence', () => {
    const rows = [
      ['boss@x.example', 'anna@x.example'],
      ['boss@x.example', 'bo@x.example'],
      ['boss@x.example', 'cy@x.example'],
    ]
    expect(fieldsOf(['Email', 'Email'], rows)).toEqual([null, 'email'])
    expect(fieldsOf(['Phone', 'Mobile'], [['', '312 555 0102']])).toEqual([null, 'phone'])
  })

  it('takes a column of whole names for the full name where the other part is not there', () => {
    const rows = [['Anna Novak'], ['Bo Berg']]
    expect(fieldsOf(['First name'], rows)).toEqual(['fullName'])
    expect(fieldsOf(['First name', 'Last name'], [['Anna Maria', 'Novak']])).toEqual([
      'firstName',
      'lastName',
    ])
  })
})
