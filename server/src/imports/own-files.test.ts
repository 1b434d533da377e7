import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTable } from './files/open-table.ts'
import { normaliseAll, readPeople } from './fixtures/read-people.ts'

// The shapes of files of other programs (shared-data.test.ts), in files that every clone has.

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-own-files-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

async function factsOf(path: string) {
  const { format, encoding, delimiter, headerRow } = await openTable(path)
  return { format, encoding, delimiter, headerRow }
}

describe('a file that a spreadsheet program damaged', () => {
  const header =
    'Employee ID,Application Date,First Name,Last Name,Gender,Phone Number,Email,Address,City,State,Zip Code,Country,Job Title,Status'
  const lines = [
    '1001,3-Jun-23,Scott,Sample,Male,421-429-7655x39421,scott.sample@example.org,597 Smith Point,Hollandfort,NV,57588,Micronesia,Welder,Interviewing',
    '1002,15-May-23,Sara,Example,Female,##########,sara.example@example.com,8116 Stuart Loop,Port Margaret,TN,4726,Greenland,"Designer, furniture",Rejected',
    '1003,1-Aug-23,Amir,Test,Male,(312) 555-0142,amir.test@example.net,1 Main Street,Springfield,MA,01103,France,Cook,Applied',
    '1004,9-Jul-23,Lea,Probe,Female,312-555-0143,lea.probe@example.net,2 Main Street,Springfield,IL,62701,Peru,Cook,Offered',
  ]
  const file = () => write('damaged.csv', `${header}\n${lines.join('\n')}\n`)

  it('is mapped by its headers', async () => {
    const { rows, fields } = await readPeople(await file())
    expect(rows).toHaveLength(4)
    expect(fields).toEqual({
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
    })
  })

  it('loses the phone of # signs, has its zip codes restored and all its dates read', async () => {
    const people = await normaliseAll(await readPeople(await file()), 'US')
    expect(people.map(({ application }) => application.appliedAt)).toEqual([
      '2023-06-03',
      '2023-05-15',
      '2023-08-01',
      '2023-07-09',
    ])
    expect(people[0]?.candidate).toMatchObject({ phone: '+14214297655', phoneExtension: '39421' })
    expect(people[1]?.candidate.phone).toBeNull()
    const codes = people.map(({ problems }) => problems.map(({ code }) => code))
    expect(codes[1]).toEqual(expect.arrayContaining(['damaged_value', 'zeros_restored']))
    expect(people.every(({ isValid }) => isValid)).toBe(true)
  })
})

describe('a file of another country', () => {
  const text =
    'FullName;FullAddress;Country;Email;Phone\nZo\u00e9 M\u00fcller;Boulevard Saint-Michel 5, 13503 Paris;France; zoe.muller@example.com ;+33679089023\nRen\u00e9 Lef\u00e8vre;Place de la R\u00e9publique 65, 06000 Nice;France;rene.lefevre@example.com;06 36 30 20 29\n'

  it('is read in the letters of Windows, with semicolons', async () => {
    const path = await write('people.csv', Buffer.from(text, 'latin1'))
    expect(await factsOf(path)).toEqual({
      format: 'csv',
      encoding: 'windows-1252',
      delimiter: ';',
      headerRow: 1,
    })
    const read = await readPeople(path)
    expect(read.fields).toEqual({
      FullName: 'fullName',
      FullAddress: 'location',
      Country: 'country',
      Email: 'email',
      Phone: 'phone',
    })
    const people = await normaliseAll(read, 'FR')
    expect(people.map(({ candidate }) => [candidate.name, candidate.email, candidate.phone])).toEqual([
      ['Zo\u00e9 M\u00fcller', 'zoe.muller@example.com', '+33679089023'],
      ['Ren\u00e9 Lef\u00e8vre', 'rene.lefevre@example.com', '+33636302029'],
    ])
  })

  it('holds the same people as UTF-16', async () => {
    const path = await write('utf16.csv', Buffer.from(`\ufeff${text}`, 'utf16le'))
    expect(await factsOf(path)).toMatchObject({ encoding: 'utf-16le', delimiter: ';' })
    const people = await normaliseAll(await readPeople(path), 'FR')
    expect(people[0]?.candidate.name).toBe('Zo\u00e9 M\u00fcller')
  })

  it('is read with tabs and its columns in any order', async () => {
    const path = await write(
      'people.txt',
      'Email\tCity\tFirstName\tLastName\tPhone\tCountry\tZipCode\tStreet\n anna.garcia@example.com \tParis\tAnna\tGarcia\t0636302029\tFrance\t47344\tRue de la Paix 52\n',
    )
    expect(await factsOf(path)).toEqual({ format: 'tsv', encoding: 'utf-8', delimiter: '\t', headerRow: 1 })
    expect((await readPeople(path)).fields).toEqual({
      Email: 'email',
      City: 'city',
      FirstName: 'firstName',
      LastName: 'lastName',
      Phone: 'phone',
      Country: 'country',
      ZipCode: 'postalCode',
      Street: 'street',
    })
  })
})

describe('an export of a network', () => {
  const lines = [
    '\ufeffNotes:',
    '"Some addresses are missing, as their owners hide them."',
    '',
    'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
    'Ana,Ortiz,https://www.linkedin.com/in/anaortiz,ana.ortiz@example.com,Acme,Welder,03 Jun 2023',
    ',,https://www.linkedin.com/in/nobody,,,,04 Jun 2023',
  ]

  it('begins below its notes, and keeps a row of which only the profile is known', async () => {
    const path = await write('connections.csv', `${lines.join('\r\n')}\r\n`)
    expect(await factsOf(path)).toEqual({ format: 'csv', encoding: 'utf-8', delimiter: ',', headerRow: 4 })
    const read = await readPeople(path)
    expect(read.fields).toEqual({
      'First Name': 'firstName',
      'Last Name': 'lastName',
      URL: 'profileUrl',
      'Email Address': 'email',
      Company: 'currentCompany',
      Position: 'currentTitle',
    })
    const people = await normaliseAll(read, 'US')
    expect(people.map(({ isValid }) => isValid)).toEqual([true, true])
    expect(people[1]?.candidate).toMatchObject({
      hasName: false,
      profileUrl: 'https://www.linkedin.com/in/nobody',
    })
  })
})

describe('one person in several rows', () => {
  it('has one phone in four spellings, and none in "call me"', async () => {
    const phones = ['(555) 123-4567', '+1-555-123-4567', '555.123.4567', '15551234567', 'call me']
    const lines = phones.map((phone) => `Priya Sharma,priya.sharma@example.com,${phone},Acme Corp,Engineer`)
    const path = await write('twice.csv', `name,email,phone,current_company,title\n${lines.join('\n')}\n`)
    const read = await readPeople(path)
    expect(read.fields).toEqual({
      name: 'fullName',
      email: 'email',
      phone: 'phone',
      current_company: 'currentCompany',
      title: 'currentTitle',
    })
    const people = await normaliseAll(read, 'US')
    expect(people.map(({ candidate }) => candidate.phone)).toEqual([...Array(4).fill('+15551234567'), null])
  })
})

describe('an export of 222 columns', () => {
  it('is mapped by the few that say something', async () => {
    const known = {
      externalID: 'cand-1',
      firstName: 'Ana',
      lastName: 'Ortiz',
      email: 'ana.ortiz@example.com',
      mobile: '312-555-0142',
      companyName: 'Acme',
      occupation: 'Welder',
      'owner.name': 'Ines Roth',
      'primarySkills.name': 'Steel',
      source: 'Fair',
      status: 'Active',
      'address.city': 'Chicago',
      'address.zip': '60601',
    }
    const blank = Array.from({ length: 222 - Object.keys(known).length }, (_, n) => `customText${n + 1}`)
    const header = [...blank.slice(0, 100), ...Object.keys(known), ...blank.slice(100)]
    const row = header.map((name) => known[name as keyof typeof known] ?? '')
    const { table, fields } = await readPeople(
      await write('wide.csv', `${header.join(',')}\n${row.join(',')}\n`),
    )
    expect(table.columns).toHaveLength(222)
    expect(fields).toEqual({
      externalID: 'externalId',
      firstName: 'firstName',
      lastName: 'lastName',
      email: 'email',
      mobile: 'phone',
      companyName: 'currentCompany',
      occupation: 'currentTitle',
      'owner.name': 'owner',
      'primarySkills.name': 'tags',
      source: 'source',
      status: 'status',
      'address.city': 'city',
      'address.zip': 'postalCode',
    })
  })
})
