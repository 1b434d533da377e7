import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportField } from '@muster/contract/import-fields.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTable } from './files/open-table.ts'
import { normaliseAll, readPeople } from './fixtures/read-people.ts'

const folder = join(import.meta.dirname, '../../../../shared/data')
const isThere = existsSync(join(folder, 'INDEX.md'))
if (!isThere)
  console.warn(
    'NOT TESTED: files of other programs in ../shared/data are missing. own-files.test.ts has their shapes.',
  )

const read = (name: string, sheet?: string) => readPeople(join(folder, name), sheet)

describe.skipIf(!isThere)('files nobody here wrote', () => {
  it.each<[name: string, rows: number, columns: number, fields: Record<string, ImportField>]>([
    [
      'recruitment_3000_excel_damaged.csv',
      3000,
      18,
      {
        'Employee ID': 'externalId',
        'Application Date': 'appliedAt',
        'First Name': 'firstName',
        'Last Name': 'lastName',
        'Phone Number': 'phone',
        Email: 'email',
        Address: 'street',
        City: 'city',
        State: 'region',
        'Zip Code': 'postalCode',
        Country: 'country',
        'Job Title': 'position',
        Status: 'status',
      },
    ],
    [
      'dedupe_fullname_fulladdress.csv',
      50,
      5,
      { FullName: 'fullName', FullAddress: 'location', Country: 'country', Email: 'email', Phone: 'phone' },
    ],
    [
      'dedupe_shuffled_tab.txt',
      70,
      8,
      {
        Email: 'email',
        City: 'city',
        FirstName: 'firstName',
        LastName: 'lastName',
        Phone: 'phone',
        Country: 'country',
        ZipCode: 'postalCode',
        Street: 'street',
      },
    ],
    [
      'derived_fr_people_cp1252_semicolon.csv',
      50,
      5,
      { FullName: 'fullName', FullAddress: 'location', Country: 'country', Email: 'email', Phone: 'phone' },
    ],
    [
      'candidates_duplicates_small.csv',
      8,
      5,
      {
        name: 'fullName',
        email: 'email',
        phone: 'phone',
        current_company: 'currentCompany',
        title: 'currentTitle',
      },
    ],
    [
      'linkedin_connections_preamble_bom_crlf.csv',
      5,
      7,
      {
        'First Name': 'firstName',
        'Last Name': 'lastName',
        URL: 'profileUrl',
        'Email Address': 'email',
        Company: 'currentCompany',
        Position: 'currentTitle',
      },
    ],
    [
      'bullhorn_candidate_special_characters.csv',
      16,
      4,
      { externalID: 'externalId', firstName: 'firstName', lastName: 'lastName' },
    ],
    [
      'bullhorn_candidate_utf8_bom.csv',
      1,
      5,
      { externalID: 'externalId', firstName: 'firstName', lastName: 'lastName', email: 'email' },
    ],
    [
      'recrume_3_sheets_repeated_headers.xlsx',
      9,
      9,
      {
        'First Name': 'firstName',
        'Last Name': 'lastName',
        Address: 'location',
        Region: 'region',
        Skills: 'tags',
        'Skills (2)': 'tags',
        'Skills (3)': 'tags',
      },
    ],
  ])('reads %s', async (name, rows, columns, fields) => {
    const file = await read(name)
    expect(file.rows).toHaveLength(rows)
    expect(file.table.columns).toHaveLength(columns)
    expect(file.fields).toEqual(fields)
  })

  it('makes sense of 222 padded columns', async () => {
    const { table, rows, fields } = await read('bullhorn_candidate_wide_padded.csv')
    expect(rows).toHaveLength(3)
    expect(table.columns).toHaveLength(222)
    expect(fields).toEqual({
      comments: 'notes',
      companyName: 'currentCompany',
      email: 'email',
      externalID: 'externalId',
      firstName: 'firstName',
      lastName: 'lastName',
      middleName: 'middleName',
      mobile: 'phone',
      nameSuffix: 'nameSuffix',
      'owner.name': 'owner',
      'primarySkills.name': 'tags',
      'secondarySkills.name': 'tags',
      skillSet: 'tags',
      source: 'source',
      status: 'status',
      'address.address1': 'street',
      'address.city': 'city',
      'address.state': 'region',
      'address.zip': 'postalCode',
      'address.countryName': 'country',
      occupation: 'currentTitle',
    })
  })

  it('tells encodings, delimiters, sheets and header rows', async () => {
    const facts = async (name: string) => {
      const { format, encoding, delimiter, headerRow, sheets, sheet } = await openTable(join(folder, name))
      return { format, encoding, delimiter, headerRow, sheets, sheet }
    }
    const none = { sheets: null, sheet: null }
    expect(await facts('derived_fr_people_cp1252_semicolon.csv')).toEqual({
      format: 'csv',
      encoding: 'windows-1252',
      delimiter: ';',
      headerRow: 1,
      ...none,
    })
    expect(await facts('dedupe_shuffled_tab.txt')).toEqual({
      format: 'tsv',
      encoding: 'utf-8',
      delimiter: '\t',
      headerRow: 1,
      ...none,
    })
    expect(await facts('linkedin_connections_preamble_bom_crlf.csv')).toEqual({
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ',',
      headerRow: 4,
      ...none,
    })
    expect(await facts('encodings-salesforce/csvtext_BOM_UTF16LE.csv')).toMatchObject({
      encoding: 'utf-16le',
      delimiter: ',',
    })
    expect(await facts('recrume_3_sheets_repeated_headers.xlsx')).toMatchObject({
      sheet: 'Applicants',
      sheets: [
        { name: 'Applicants', rows: 9 },
        { name: 'JobOffers', rows: 6 },
        { name: 'Skills', rows: 21 },
      ],
    })
  })

  it('leaves out preamble and footer round a table of a workbook', async () => {
    for (const [sheet, first, last] of [
      ['arts', 'David Bowie', 'George Michael'],
      ['other', 'Vera Rubin', 'Pat Summit'],
    ]) {
      const { table, rows } = await read('xlsx-quirks/readxl_deaths_preamble_footer.xlsx', sheet)
      expect(table.headerRow).toBe(5)
      expect(rows).toHaveLength(10)
      expect([rows[0]?.cells[0], rows[9]?.cells[0]]).toEqual([first, last])
      expect(rows[0]?.cells[4]).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })

  it('reads 1904 dates, inline strings, merged cells and padded text', async () => {
    const quirk = async (name: string) => (await read(`xlsx-quirks/${name}`)).rows.map(({ cells }) => cells)
    expect(await quirk('rxf_1904-based-dates.xlsx')).toEqual(Array.from({ length: 5 }, () => ['2018-05-05']))
    expect(await quirk('rxf_merged-cells.xlsx')).toEqual([['A2', 'B2', 'C2', 'D2']])
    expect((await read('xlsx-quirks/rxf_inline-string.xlsx')).table.columns[0]?.header).toBe('Test 123')
    expect((await read('xlsx-quirks/rxf_trim.xlsx')).table.columns[0]).toMatchObject({
      header: 'text',
      original: ' text ',
    })
  })

  it('parses csv-spectrum as it expects', async () => {
    const names = (await readdir(join(folder, 'csv-spectrum'))).filter((name) => name.endsWith('.csv'))
    expect(names).toHaveLength(12)
    for (const name of names) {
      const { table, rows } = await read(join('csv-spectrum', name))
      const objects = rows.map(({ cells }) =>
        Object.fromEntries(table.columns.map(({ index, header }) => [header, cells[index]])),
      )
      const expected: unknown = JSON.parse(
        await readFile(join(folder, 'csv-spectrum/expected', name.replace('.csv', '.json')), 'utf8'),
      )
      // Its answer for one file names another phone number than the file, and no list.
      if (name === 'location_coordinates.csv')
        expect(objects[0]).toEqual({ ...(expected as object), 'Contact Phone Number': '2095257564' })
      else expect(objects, name).toEqual(expected)
    }
  })

  describe('when normalised', () => {
    let damaged: Awaited<ReturnType<typeof normaliseAll>>
    beforeAll(async () => {
      damaged = await normaliseAll(await read('recruitment_3000_excel_damaged.csv'), 'US')
    })

    it('reads every phone of the damaged file but the 400 of # signs', () => {
      const without = damaged.filter(({ candidate }) => candidate.phone === null)
      expect(without).toHaveLength(400)
      expect(without.every(({ problems }) => problems.some(({ code }) => code === 'damaged_value'))).toBe(
        true,
      )
      expect(damaged[0]?.candidate).toMatchObject({ phone: '+14214297655', phoneExtension: '39421' })
    })

    it('restores its 271 zip codes and reads all its dates', () => {
      expect(
        damaged.filter(({ problems }) => problems.some(({ code }) => code === 'zeros_restored')),
      ).toHaveLength(271)
      expect(damaged.every(({ application }) => /^2023-0[5-8]-\d\d$/.test(application.appliedAt ?? ''))).toBe(
        true,
      )
      expect(damaged.every(({ isValid }) => isValid)).toBe(true)
    })

    it('recognises people again across files by e-mail', async () => {
      const emails = async (name: string) =>
        new Set((await normaliseAll(await read(name), 'FR')).map(({ candidate }) => candidate.email))
      const first = await emails('dedupe_fullname_fulladdress.csv')
      expect(first.size).toBe(47)
      expect(first.has(null)).toBe(false)
      expect((await emails('derived_fr_people_cp1252_semicolon.csv')).symmetricDifference(first).size).toBe(0)
      expect((await emails('dedupe_shuffled_tab.txt')).intersection(first).size).toBe(9)
    })

    it('sees one phone in its four spellings and no phone in "call me"', async () => {
      const phones = (await normaliseAll(await read('candidates_duplicates_small.csv'), 'US')).map(
        ({ candidate }) => candidate.phone,
      )
      expect(phones).toEqual([...Array(4).fill('+15551234567'), null, '+15559876543', '+15552220000', null])
    })

    it('keeps the row of which only the profile is known', async () => {
      const rows = await normaliseAll(await read('linkedin_connections_preamble_bom_crlf.csv'), 'US')
      expect(rows.map(({ isValid }) => isValid)).toEqual([true, true, true, true, true])
      expect(rows[3]?.candidate).toMatchObject({
        hasName: false,
        profileUrl: 'https://www.linkedin.com/in/nobody',
      })
      expect(rows[1]?.candidate.profileUrl).toBe('https://www.linkedin.com/in/arjunmehta')
    })
  })
})
