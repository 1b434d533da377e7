import type { ImportField } from '@muster/contract/import-fields.ts'
import { describe, expect, it } from 'vitest'
import { type ImportDecisions, normaliseCandidate } from './normalise-candidate.ts'
import { surveyRows } from './survey-rows.ts'

const decisions: ImportDecisions = {
  defaultCountry: 'US',
  dateOrder: 'dmy',
  postalCodeDigits: null,
  columnCount: 20,
}

/** A row given as field and cell; repeated fields get headers of their own. */
function normalise(cells: [ImportField, string][], settled: Partial<ImportDecisions> = {}) {
  const columns = cells.map(([field], index) => ({ index, field, header: `${field} ${index + 1}` }))
  return normaliseCandidate(
    columns,
    cells.map(([, cell]) => cell),
    { ...decisions, ...settled },
  )
}

describe('normaliseCandidate', () => {
  it('turns a row into a candidate and an application', () => {
    const row = normalise([
      ['firstName', ' Scott '],
      ['lastName', 'Sheppard'],
      ['email', 'Scott@Example.org'],
      ['phone', '(312) 555-0148 x9'],
      ['street', '597 Smith Point'],
      ['city', 'Hollandfort'],
      ['region', 'NV'],
      ['postalCode', '57588'],
      ['country', 'USA'],
      ['position', 'Chief  Technology Officer'],
      ['status', 'Interviewing'],
      ['appliedAt', '3-Jun-23'],
      ['tags', 'Java;SQL'],
      ['tags', 'sql;Go'],
      ['doNotCall', 'no'],
    ])
    expect(row).toEqual({
      isValid: true,
      applicationId: null,
      candidateId: null,
      candidate: {
        name: 'Scott Sheppard',
        hasName: true,
        firstName: 'Scott',
        lastName: 'Sheppard',
        email: 'scott@example.org',
        phone: '+13125550148',
        phoneExtension: '9',
        profileUrl: null,
        externalId: null,
        location: '597 Smith Point, Hollandfort, NV 57588, USA',
        currentCompany: null,
        currentTitle: null,
        doNotCall: false,
        consent: null,
      },
      application: {
        position: {
          value: 'Chief Technology Officer',
          name: 'Chief Technology Officer',
          company: null,
        },
        clientCompany: null,
        status: 'Interviewing',
        source: null,
        owner: null,
        appliedAt: '2023-06-03',
        statusAt: null,
        hiredAt: null,
        closedAt: null,
        notes: null,
        tags: ['Java', 'SQL', 'Go'],
      },
      ragged: null,
      problems: [],
      custom: [],
      lost: [],
      remarks: [],
    })
  })

  it('keeps a row whose only contact is a profile, and says so', () => {
    const { isValid, candidate } = normalise([
      ['firstName', ''],
      ['profileUrl', 'https://www.linkedin.com/in/nobody'],
    ])
    expect(isValid).toBe(true)
    expect(candidate).toMatchObject({ name: 'nobody', hasName: false })
  })

  it('finds nothing to identify in a row without name and contact, and tells where it looked', () => {
    const { isValid, problems } = normalise([
      ['fullName', ''],
      ['phone', 'call me'],
      ['city', 'Bonn'],
    ])
    expect(isValid).toBe(false)
    expect(problems).toEqual([
      { column: 'phone 2', code: 'no_value', message: '“call me” is treated as empty', severity: 'warning' },
      {
        column: null,
        code: 'nothing_to_identify',
        message: 'No usable name, email, phone or profile URL in “fullName 1”, “phone 2”',
        severity: 'error',
      },
    ])
  })

  it('drops a bad value with an error and keeps the row', () => {
    const { isValid, candidate, problems } = normalise([
      ['fullName', 'Anna Novak'],
      ['email', 'anna(at)example'],
    ])
    expect(isValid).toBe(true)
    expect(candidate.email).toBeNull()
    expect(problems).toMatchObject([{ column: 'email 2', code: 'invalid_email', severity: 'error' }])
  })

  it('spares surnames and countries that look like no value', () => {
    const { candidate, problems } = normalise([
      ['firstName', 'Mina'],
      ['lastName', 'Na'],
      ['country', 'NA'],
    ])
    expect(candidate).toMatchObject({ name: 'Mina Na', location: 'NA' })
    expect(problems).toEqual([])
  })

  it("reads a phone by the row's country where the workspace's does not fit", () => {
    expect(
      normalise([
        ['phone', '069 2964362'],
        ['country', 'Deutschland'],
      ]).candidate.phone,
    ).toBe('+49692964362')
    expect(
      normalise([
        ['phone', '069 2964362'],
        ['location', 'Zeil 1, 60313 Frankfurt, Germany'],
      ]).candidate.phone,
    ).toBe('+49692964362')
  })

  it('puts back the zeros a column has lost', () => {
    const { candidate, problems } = normalise(
      [
        ['fullName', 'Anna'],
        ['postalCode', '4699'],
      ],
      { postalCodeDigits: 5 },
    )
    expect(candidate.location).toBe('04699')
    expect(problems).toMatchObject([{ code: 'zeros_restored', severity: 'warning' }])
  })

  it('restores no more than two zeros of a postal code', () => {
    const location = (code: string) =>
      normalise([['postalCode', code]], { postalCodeDigits: 5 }).candidate.location
    expect(['699', '69', '04699'].map(location)).toEqual(['00699', '69', '04699'])
  })

  it('reads a phone that fits both countries by that of the row', () => {
    const phone = (country: string, defaultCountry: 'DE' | 'AT') =>
      normalise(
        [
          ['phone', '0664 1234567'],
          ['country', country],
        ],
        { defaultCountry },
      ).candidate.phone
    expect([phone('Austria', 'DE'), phone('Germany', 'AT')]).toEqual(['+436641234567', '+496641234567'])
  })

  it('takes a tag once, however it is written, and from whichever column', () => {
    const { application } = normalise([
      ['fullName', 'Anna'],
      ['tags', 'Java; SQL'],
      ['tags', 'JAVA; Rust'],
    ])
    expect(application.tags).toEqual(['Java', 'SQL', 'Rust'])
  })

  it('calls somebody without a name by their email rather than their phone', () => {
    const { candidate } = normalise([
      ['phone', '+13125550148'],
      ['email', 'anna@mail.com'],
    ])
    expect(candidate.name).toBe('anna@mail.com')
    expect(normalise([['phone', '+13125550148']]).candidate.name).toBe('+13125550148')
  })

  it('cuts no character in half', () => {
    const { candidate } = normalise([
      ['fullName', 'Anna'],
      ['currentTitle', `${'x'.repeat(199)}😀`],
    ])
    expect(candidate.currentTitle).toBe('x'.repeat(199))
  })

  it('takes a whole name without the middle name for the same one', () => {
    const { candidate, problems } = normalise([
      ['fullName', 'Anna Schmidt'],
      ['firstName', 'Anna'],
      ['middleName', 'Maria'],
      ['lastName', 'Schmidt'],
    ])
    expect([candidate.name, problems]).toEqual(['Anna Maria Schmidt', []])
  })

  it('joins several columns of notes under their names', () => {
    const { application } = normalise([
      ['fullName', 'Anna'],
      ['notes', 'Likes nights'],
      ['notes', 'Own car'],
    ])
    expect(application.notes).toBe('notes 2: Likes nights\n\nnotes 3: Own car')
  })

  it('cuts long text but refuses a long id', () => {
    const { candidate, problems } = normalise([
      ['fullName', 'Anna'],
      ['currentTitle', 'x'.repeat(300)],
      ['externalId', 'y'.repeat(300)],
    ])
    expect(candidate.currentTitle).toHaveLength(200)
    expect(candidate.externalId).toBeNull()
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['too_long', 'error'],
      ['too_long', 'warning'],
    ])
  })

  it('flags a row with more cells than the header', () => {
    const row = normaliseCandidate([{ index: 0, header: 'Name', field: 'fullName' }], ['Anna', 'Bonn', 'x'], {
      ...decisions,
      columnCount: 2,
    })
    expect(row.problems).toMatchObject([{ column: null, code: 'extra_cells' }])
  })
})

describe('surveyRows', () => {
  async function* rows() {
    yield { number: 2, cells: ['Applied', '31-08-2023', '57588'] }
    yield { number: 3, cells: ['Rejected ', '10/3/2023', '10115'] }
    yield { number: 4, cells: ['Applied', '', '20095'] }
    yield { number: 5, cells: ['N/A', '', '4699'] }
  }

  it('settles the date order and lost zeros, and counts the values to map', async () => {
    const columns = (['status', 'appliedAt', 'postalCode'] as const).map((field, index) => ({
      index,
      header: field,
      field,
    }))
    expect(await surveyRows(rows(), columns)).toEqual({
      rows: 4,
      dateOrder: 'dmy',
      dateOrders: { appliedAt: 'dmy' },
      postalCodeDigits: 5,
      values: {
        status: [
          { value: 'Applied', count: 2 },
          { value: 'Rejected', count: 1 },
        ],
      },
      statusesOfPositions: [
        ['Applied', null],
        ['Rejected', null],
      ],
      tooManyValues: [],
      phones: null,
    })
  })
})
