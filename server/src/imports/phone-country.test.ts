import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCandidate, getCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import { listImportValues } from '@muster/contract/imports.ts'
import { updateWorkspace } from '@muster/contract/workspace.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import {
  addNamedPosition,
  execute,
  importNow,
  preview,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'

let server: TestServer
let user: TestUser
let positionId: string

beforeAll(async () => {
  server = await startTestServer()
})

afterAll(() => server?.stop())

beforeEach(async () => {
  user = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
  positionId = (await addNamedPosition(server, user.workspaceId, 'Nurse')).id
})

const fixture = (name: string) => readFile(join(import.meta.dirname, 'fixtures/phones', name), 'utf8')

async function uploadFixture(name: string) {
  const { body } = await upload(server, user, await fixture(name), { name })
  return { analysis: body, settings: { mapping: suggestedMapping(body), positionId } }
}

async function storedPhones(): Promise<Record<string, string | null>> {
  const people = await server.db
    .selectFrom('candidates')
    .where('workspace_id', '=', user.workspaceId)
    .select(['email', 'phone'])
    .execute()
  return Object.fromEntries(people.map(({ email, phone }) => [email!.split('@')[0]!, phone]))
}

async function moveWorkspaceTo(defaultCountry: string) {
  expect((await server.call(updateWorkspace, { as: user, body: { defaultCountry } })).status).toBe(200)
}

describe('the country of numbers without a country code', () => {
  it.each([
    ['german.csv', 'DE', 8, 0],
    ['french.csv', 'FR', 5, 0],
    ['polish.csv', 'PL', 5, 0],
    ['indian.csv', 'IN', 5, 0],
    ['brazilian.csv', 'BR', 4, 0],
    ['american.csv', 'US', 4, 0],
    ['mixed.csv', 'GB', 1, 8],
  ])('is suggested for %s from its numbers: %s', async (name, country, numbers, byRow) => {
    // A workspace whose own country fits none of the files.
    await moveWorkspaceTo('NO')
    const { analysis } = await uploadFixture(name)
    expect(analysis.phones).toMatchObject({ country, numbers, byRow, fitting: analysis.phones!.checked })
  })

  it.each([
    ['Name,Email,Phone', 'US', 'FR'],
    ['Nom,Email,Téléphone', 'US', 'FR'],
    ['Naam,Email,Telefoon', 'US', 'FR'],
  ])('is France for French numbers under the headers %s', async (headers, workspace, country) => {
    await moveWorkspaceTo(workspace)
    const numbers = ['06 12 34 56 00', '01 42 68 53 00', '07 81 23 45 67', '04 91 33 44 55']
    const content = `${headers}\n${numbers.map((phone, n) => `Ida ${n},ida${n}@example.com,${phone}\n`).join('')}`
    const { body } = await upload(server, user, content)
    expect(body.phones).toMatchObject({ country, numbers: 4, fitting: 4 })
  })

  it('is the country of other rows where numbers fit several countries', async () => {
    const rows = ['079 123 45 67,Schweiz', '044 668 18 00,Schweiz', '078 234 56 78,']
    const content = `Name,Phone,Land\n${rows.map((row, n) => `Ida ${n} Import,${row}\n`).join('')}`
    const { body } = await upload(server, user, content)
    expect(body.phones).toMatchObject({ country: 'CH', numbers: 1, byRow: 2 })
  })

  it('is the one of the workspace only where the numbers tell nothing', async () => {
    await moveWorkspaceTo('FR')
    const { body } = await upload(
      server,
      user,
      'Name,Phone\nIda Import,000 111 2222\nIda Zwei,000 111 2223\n',
    )
    expect(body.phones).toMatchObject({ country: 'FR', why: 'workspace', fitting: 0 })
  })

  it('is no question where every number has its code', async () => {
    const content = 'Name,Phone\nIda Import,+49 151 23456789\nTom Zwei,447912000101\nEva Drei,0033612345600\n'
    const { body } = await upload(server, user, content)
    expect(body.phones).toBeNull()
  })

  it('reads the numbers of an import that says nothing of them as suggested', async () => {
    const { analysis, settings } = await uploadFixture('french.csv')
    await importNow(server, user, analysis.id, settings)
    expect(await storedPhones()).toEqual({
      helene: '+33612345600',
      andre: '+33781234567',
      zoe: '+33142685300',
      francois: '+33623456789',
      rene: '+33645678901',
      chloe: '+33491334455',
      eric: null,
    })
  })

  it('is what a person says, in the preview and in the import, and refused cells leave no number', async () => {
    const { analysis, settings } = await uploadFixture('french.csv')
    const tried = await preview(server, user, analysis.id, { ...settings, phoneCountry: 'US' })
    expect(tried.body.reasons).toContainEqual(expect.objectContaining({ code: 'invalid_phone', count: 5 }))
    const french = await preview(server, user, analysis.id, { ...settings, phoneCountry: 'FR' })
    expect(french.body.reasons.map(({ code }) => code)).not.toContain('invalid_phone')
    await importNow(server, user, analysis.id, { ...settings, phoneCountry: 'US' })
    expect(await storedPhones()).toMatchObject({ helene: null, rene: null, francois: '+33623456789' })
  })

  it('is decided by the row that has a country of its own', async () => {
    const { analysis, settings } = await uploadFixture('mixed.csv')
    const shown = await preview(server, user, analysis.id, { ...settings, phoneCountry: 'GB' })
    const lost = shown.body.rows.find(({ email }) => email === 'm10@example.com')!
    expect(lost.problems).toContainEqual(
      expect.objectContaining({ code: 'damaged_value', severity: 'error', column: 'Phone' }),
    )
    await importNow(server, user, analysis.id, { ...settings, phoneCountry: 'GB' })
    expect(await storedPhones()).toEqual({
      m1: '+4915123456789',
      m2: '+33612345600',
      m3: '+48600123456',
      m4: '+919876543210',
      m5: '+5511987654321',
      m6: '+13125550148',
      m7: '+447912000101',
      m8: '+447912000102',
      m9: '+447912000103',
      m10: null,
      m11: '+447912000104',
    })
  })

  it('is decided by the row also where the number fits the country of the import', async () => {
    const rows = ['Ida One,de@example.com,0620214982,Germany', 'Ida Two,fr@example.com,0620214982,']
    const { body } = await upload(server, user, `Name,Email,Phone,Country\n${rows.join('\n')}\n`)
    const mapping = suggestedMapping(body)
    await importNow(server, user, body.id, { mapping, positionId, phoneCountry: 'FR' })
    expect(await storedPhones()).toEqual({ de: '+49620214982', fr: '+33620214982' })
  })

  it('is found out again for columns mapped by hand', async () => {
    const content = 'Name,Email,A,B\nIda Import,ida@example.com,06 12 34 56 00,France\n'
    const { body } = await upload(server, user, content)
    const ask = async (mapping: Record<string, 'fullName' | 'phone' | 'country'>) =>
      (await server.call(listImportValues, { as: user, body: { importId: body.id, mapping } })).body.phones
    expect(await ask({ 0: 'fullName', 2: 'phone' })).toMatchObject({ country: 'FR', numbers: 1, byRow: 0 })
    expect(await ask({ 0: 'fullName', 2: 'phone', 3: 'country' })).toMatchObject({ numbers: 0, byRow: 1 })
    await importNow(server, user, body.id, { mapping: { 0: 'fullName', 1: 'email', 2: 'phone' }, positionId })
    expect(await storedPhones()).toEqual({ ida: '+33612345600' })
  })

  it('is remembered for files with the same headers of the same workspace', async () => {
    const content = (phone: string) => `Name,Email,Phone\nIda Import,ida@example.com,${phone}\n`
    const first = await upload(server, user, content('030 901820'))
    await importNow(server, user, first.body.id, {
      mapping: suggestedMapping(first.body),
      positionId,
      phoneCountry: 'AT',
    })
    const again = await upload(server, user, content('0664 1234567'))
    expect(again.body.phones).toMatchObject({ country: 'AT', why: 'remembered' })
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const elsewhere = await upload(server, other, content('0664 1234567'))
    expect(elsewhere.body.phones!.why).not.toBe('remembered')
    const french = await upload(server, user, content('06 12 34 56 00'))
    expect(french.body.phones!.fitting).toBe(1)
  })

  it.each(['ZZ', 'us', 'Germany', ''])('cannot be %j', async (phoneCountry) => {
    const { analysis, settings } = await uploadFixture('american.csv')
    const tried = await preview(server, user, analysis.id, { ...settings, phoneCountry })
    expect(tried.status).toBe(422)
    const begun = await execute(server, user, analysis.id, { ...settings, phoneCountry })
    expect(begun.status).toBe(422)
    expect(begun.body).toMatchObject({ details: { phoneCountry: [expect.any(String)] } })
  })
})

describe('a phone sent to the API', () => {
  const create = (phone: string) =>
    server.call(createCandidate, { as: user, body: { name: 'Ida Import', phone } })

  it.each([
    ['06 12 34 56 00', /country: United States.*country code/],
    ['4.47912E+11', /cut digits/],
    ['+44 12', /not a phone number/],
    ['312 555 0148 / 312 555 0149', /one phone number/],
  ])('is refused in words where %j cannot be a number', async (phone, message) => {
    const { status, body } = await create(phone)
    expect(status).toBe(422)
    expect(body).toMatchObject({ details: { phone: [expect.stringMatching(message)] } })
  })

  it("is read as one of the workspace's country without a country code", async () => {
    await moveWorkspaceTo('FR')
    const { status, body } = await create('06 12 34 56 00')
    expect(status).toBe(201)
    expect(body.phone).toBe('+33612345600')
  })

  it('is asked for with its country code where it may be a number of two countries', async () => {
    await moveWorkspaceTo('DE')
    const { status, body } = await create('447912000101')
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('+447912000101 or +49447912000101')
  })

  it('stays as it was stored while other fields of its person change', async () => {
    const { body: person } = await create('+13125550148')
    await server.db
      .updateTable('candidates')
      .set({ phone: '+10612345600' })
      .where('id', '=', person.id)
      .execute()
    const update = (phone: string) =>
      server.call(updateCandidate, { as: user, params: { id: person.id }, body: { name: 'Ida Neu', phone } })
    expect((await update('+10612345600')).status).toBe(200)
    expect((await server.call(getCandidate, { as: user, params: { id: person.id } })).body).toMatchObject({
      name: 'Ida Neu',
      phone: '+10612345600',
    })
    expect((await update('+10612345601')).status).toBe(422)
  })
})
