import { listActivityLogs } from '@muster/contract/activity-logs.ts'
import { retireCustomField, updateCustomField } from '@muster/contract/custom-fields.ts'
import { undoImport } from '@muster/contract/import-undo.ts'
import { suggestImportField } from '@muster/contract/imports.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addCustomField, type FieldInput } from '../../testing/add-custom-field.ts'
import type { TestPosition } from '../../testing/add-position.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import {
  addNamedPosition,
  execute,
  importContent,
  importNow,
  preview,
  suggestedMapping,
  upload,
} from '../fixtures/import-kit.ts'
import { runImport } from '../run-import.ts'
import { runUndo } from '../undo/run-undo.ts'

let server: TestServer
let workspaceId: string
let admin: TestUser
let recruiter: TestUser
let driver: TestPosition

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  admin = await server.addUser(workspaceId, 'admin', { name: 'Ada Admin' })
  recruiter = await server.addUser(workspaceId, 'recruiter', { name: 'Rita Recruiter' })
  driver = await addNamedPosition(server, workspaceId, 'Driver')
})

afterAll(() => server?.stop())

const addField = (input: Partial<FieldInput> & { label: string }, as = admin) =>
  addCustomField(server, as, input)

async function valuesOf(table: 'candidates' | 'applications') {
  const rows = await server.db
    .selectFrom(table)
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .select(['custom_fields'])
    .execute()
  return rows.map(({ custom_fields }) => custom_fields)
}

const importFile = (content: string, more: object = {}, as = recruiter) =>
  importContent(server, as, content, { positionId: driver.id, ...more })

async function look(content: string, more: object = {}, as = recruiter) {
  const { body } = await upload(server, as, content)
  const mapping = suggestedMapping(body)
  const settings = { mapping, positionId: driver.id, ...more }
  const seen = await preview(server, as, body.id, settings)
  return { id: body.id, analysis: body, settings, status: seen.status, ...seen.body }
}

describe('a column of a field of files', () => {
  const said =
    'The custom field “License copy” takes files, which imports cannot read from a cell. Upload them on the records.'

  it('is not imported, and says why, also of an export', async () => {
    await addField({ label: 'License copy', type: 'file' })
    const { body } = await upload(server, recruiter, 'Name,License copy\nAna Ortiz,ana.pdf\n')
    expect(body.columns[1]?.suggestion).toEqual({ field: null, confidence: 0.99, why: said })
    const exported =
      'Candidate,Email,Position,Status,Status type,Candidate ID,License copy\nAna Ortiz,,Driver,New lead,Lead,,ana.pdf\n'
    const { body: other } = await upload(server, recruiter, exported)
    expect(other.columns.at(-1)?.suggestion).toMatchObject({ field: null, why: said })
  })

  it('is refused with the reason', async () => {
    await addField({ label: 'License copy', type: 'file' })
    const { body } = await upload(server, recruiter, 'Name,License copy\nAna Ortiz,ana.pdf\n')
    const mapping = { ...suggestedMapping(body), 1: 'candidate.licenseCopy' }
    const seen = await preview(server, recruiter, body.id, { mapping, positionId: driver.id } as never)
    expect([seen.status, (seen.body as never as { details: object }).details]).toEqual([
      422,
      { 'mapping.1': [said] },
    ])
  })

  it('is not explained to those who may not see the field', async () => {
    await addField({ label: 'License copy', type: 'file', visibleTo: ['coordinator'] })
    const { body } = await upload(server, recruiter, 'Name,License copy\nAna Ortiz,ana.pdf\n')
    expect(body.columns[1]?.suggestion.why).not.toContain('takes files')
  })
})

describe('a column of a custom field', () => {
  it('is suggested by the label and by the key, and stored as its type reads it', async () => {
    const shift = await addField({
      subject: 'application',
      label: 'Shift',
      type: 'choice',
      options: [{ label: 'Day shift' }, { label: 'Night shift' }],
    })
    await addField({ label: 'License class', key: 'license' })
    await addField({ label: 'Years', type: 'number', unit: 'years' })
    await addField({ label: 'Pay', type: 'money', currency: 'EUR' })
    await addField({ label: 'Expires', type: 'date' })
    await addField({ label: 'Own car', type: 'boolean' })
    await addField({ label: 'Buddy', type: 'user' })
    const content = `Name,Email,Shift,License,Years,Pay,Expires,Own car,Buddy
Ana Ortiz,ana@example.com,night SHIFT,CE,12 years,"€ 1,234.50",31.12.2027,yes,Rita Recruiter
Ben Hill,ben@example.com,Day shift,B,"7",2000,2026-05-01,no,ada admin
`
    const { body } = await upload(server, recruiter, content)
    expect(body.columns.map(({ suggestion }) => suggestion.field)).toEqual([
      'fullName',
      'email',
      'field.shift',
      'candidate.license',
      'candidate.years',
      'candidate.pay',
      'candidate.expires',
      'candidate.ownCar',
      'candidate.buddy',
    ])
    const ended = await importFile(content)
    expect(ended).toMatchObject({ created: 2, lostRows: 0 })
    const [day, night] = shift.options.map(({ id }) => id)
    expect(await valuesOf('applications')).toEqual([{ shift: night }, { shift: day }])
    expect(await valuesOf('candidates')).toEqual([
      {
        license: 'CE',
        years: 12,
        pay: { amount: 123450, currency: 'EUR' },
        expires: '2027-12-31',
        ownCar: true,
        buddy: recruiter.id,
      },
      {
        license: 'B',
        years: 7,
        pay: { amount: 200000, currency: 'EUR' },
        expires: '2026-05-01',
        ownCar: false,
        buddy: admin.id,
      },
    ])
  })

  it('asks where the values do not look like the field, or two fields have the name', async () => {
    await addField({ label: 'Years', type: 'number' })
    await addField({ label: 'Level' })
    await addField({ label: 'Level', subject: 'application' })
    const { body } = await upload(server, recruiter, 'Name,Years,Level\nAna Ortiz,many,A\nBen Hill,few,B\n')
    expect(body.columns.slice(1).map(({ suggestion }) => suggestion)).toMatchObject([
      { field: 'candidate.years', confidence: 0.45 },
      { field: 'field.level', confidence: 0.45 },
    ])
  })

  it('names no user of another workspace', async () => {
    const elsewhere = await server.addWorkspace()
    const stranger = await server.addUser(elsewhere.workspaceId, 'recruiter', { name: 'Sue Stranger' })
    // Of the same name as a user here, whom the name still means.
    await server.addUser(elsewhere.workspaceId, 'admin', { name: 'Ada Admin' })
    await addField({ label: 'Buddy', type: 'user' })
    const content = `Name,Buddy\nAna Ortiz,Sue Stranger\nBen Hill,${stranger.email}\nCy Young,Ada Admin\n`
    const { rows, losses } = await look(content)
    expect(losses).toEqual([{ field: 'candidate.buddy', rows: 2 }])
    expect(rows[1]!.lost[0]!.message).toContain('There is no user with this name or email address')
    await importFile(content)
    expect(await valuesOf('candidates')).toEqual([{}, {}, { buddy: admin.id }])
  })

  it('says what does not fit in the preview, and counts it after', async () => {
    await addField({ label: 'Years', type: 'number', validation: { max: 60 } })
    await addField({ label: 'Badge', type: 'email' })
    const content = `Name,Email,Years,Badge
Ana Ortiz,ana@example.com,many,nobody
Ben Hill,ben@example.com,"1,234",n/a
Cy Young,cy@example.com,99,cy@example.org
`
    const mapping = { 0: 'fullName', 1: 'email', 2: 'candidate.years', 3: 'candidate.badge' } as const
    const { rows, losses, counts } = await look(content, { mapping })
    expect(counts).toMatchObject({ create: 3 })
    expect(losses).toEqual([
      { field: 'candidate.years', rows: 3 },
      { field: 'candidate.badge', rows: 1 },
    ])
    expect(rows[0]!.lost.map(({ column, message }) => `${column}: ${message}`)).toEqual([
      'Years: “many” does not fit. Enter a number',
      'Badge: “nobody” does not fit. Enter a valid email address',
    ])
    expect(rows[1]!.lost[0]!.message).toContain('thousands or decimals')
    expect(rows[2]!.lost[0]!.message).toContain('60 or less')
    const ended = await importFile(content, { mapping })
    expect(ended).toMatchObject({ created: 3, lostRows: 3 })
    expect(ended.losses).toEqual(losses)
    expect(await valuesOf('candidates')).toEqual([{}, {}, { badge: 'cy@example.org' }])
  })

  it('keeps or replaces stored values by the policy, records it, and an undo restores them', async () => {
    await addField({ label: 'Badge' })
    await addField({ label: 'Team' })
    const badge = (value: string, team: string) =>
      `Name,Email,Badge,Team\nAna Ortiz,ana@example.com,${value},${team}\n`
    await importFile(badge('A1', ''))
    await importFile(badge('B2', 'Red'), { policy: 'fill_blanks' })
    expect(await valuesOf('candidates')).toEqual([{ badge: 'A1', team: 'Red' }])
    const ended = await importFile(badge('C3', ''), { policy: 'overwrite' })
    expect(ended).toMatchObject({ updated: 1 })
    expect(await valuesOf('candidates')).toEqual([{ badge: 'C3', team: 'Red' }])
    const { id } = await server.db
      .selectFrom('applications')
      .where('workspace_id', '=', workspaceId)
      .select('id')
      .executeTakeFirstOrThrow()
    const logs = await server.call(listActivityLogs, { as: recruiter, params: { id } })
    expect(
      logs.body.items.map(({ field, oldValue, newValue }) => [field, oldValue, newValue]),
    ).toContainEqual(['candidate.customFields.badge', 'A1', 'C3'])
    await server.call(undoImport, { as: recruiter, params: { id: ended.id } })
    await runUndo(server.services, { workspaceId, importId: ended.id })
    expect(await valuesOf('candidates')).toEqual([{ badge: 'A1', team: 'Red' }])
  })

  it('restores values of an application as well', async () => {
    await addField({ label: 'Wish', subject: 'application' })
    const wish = (value: string) => `Name,Email,Wish\nAna Ortiz,ana@example.com,${value}\n`
    await importFile(wish('Early'))
    const ended = await importFile(wish('Late'), { policy: 'overwrite' })
    expect(await valuesOf('applications')).toEqual([{ wish: 'Late' }])
    await server.call(undoImport, { as: recruiter, params: { id: ended.id } })
    await runUndo(server.services, { workspaceId, importId: ended.id })
    expect(await valuesOf('applications')).toEqual([{ wish: 'Early' }])
  })

  it('is not restored where another field has its key by now', async () => {
    const field = await addField({ label: 'Badge' })
    const badge = (value: string) => `Name,Email,Badge\nAna Ortiz,ana@example.com,${value}\n`
    await importFile(badge('A1'))
    const ended = await importFile(badge('B2'), { policy: 'overwrite' })
    await server.db.deleteFrom('custom_fields').where('id', '=', field.id).execute()
    await addField({ label: 'Badge', type: 'number' })
    await server.call(undoImport, { as: recruiter, params: { id: ended.id } })
    await runUndo(server.services, { workspaceId, importId: ended.id })
    expect(await valuesOf('candidates')).toEqual([{ badge: 'B2' }])
  })

  it('is used again for a file with the same headers, unless the field was retired', async () => {
    const field = await addField({ label: 'Badge' })
    const content = 'Name,Email,Xyz\nAna Ortiz,ana@example.com,A1\n'
    await importFile(content, { mapping: { 0: 'fullName', 1: 'email', 2: 'candidate.badge' } })
    const again = await upload(server, recruiter, content)
    expect(again.body.rememberedMapping).toEqual({ 0: 'fullName', 1: 'email', 2: 'candidate.badge' })
    await server.call(retireCustomField, { as: admin, params: { id: field.id } })
    const after = await upload(server, recruiter, content)
    expect(after.body.rememberedMapping).toEqual({ 0: 'fullName', 1: 'email' })
  })

  it('loses its values if the field is retired before the import runs', async () => {
    const field = await addField({ label: 'Badge' })
    const content = 'Name,Email,Badge\nAna Ortiz,ana@example.com,A1\n'
    const { body } = await upload(server, recruiter, content)
    const started = await execute(server, recruiter, body.id, {
      mapping: suggestedMapping(body),
      positionId: driver.id,
    })
    expect(started.status).toBe(202)
    await server.call(retireCustomField, { as: admin, params: { id: field.id } })
    await runImport(server.services, { workspaceId, importId: body.id })
    expect(await valuesOf('candidates')).toEqual([{}])
    const rows = await server.db
      .selectFrom('import_rows')
      .where('import_id', '=', body.id)
      .select('lost')
      .execute()
    expect(JSON.stringify(rows)).toContain('its field was removed meanwhile')
  })

  it('leaves a retired option where it was chosen, and gives it to nobody else', async () => {
    const field = await addField({
      label: 'Size',
      type: 'choice',
      options: [{ label: 'S' }, { label: 'XL' }],
    })
    const size = (name: string) => `${name},${name}@example.com,XL\n`
    await importFile(`Name,Email,Size\n${size('Ana')}`)
    const options = field.options.map((option) => ({ ...option, retired: option.label === 'XL' }))
    await server.call(updateCustomField, { as: admin, params: { id: field.id }, body: { options } })
    const ended = await importFile(`Name,Email,Size\n${size('Ana')}${size('Ben')}`, { policy: 'overwrite' })
    expect(ended).toMatchObject({ created: 1, skipped: 1, lostRows: 1 })
    expect(await valuesOf('candidates')).toEqual([{ size: field.options[1]!.id }, {}])
  })

  it('warns of an empty required field, and imports the row', async () => {
    await addField({ label: 'Badge', required: { always: true } })
    const content = 'Name,Email,Badge\nAna Ortiz,ana@example.com,\nBen Hill,ben@example.com,B1\n'
    const { reasons, counts } = await look(content)
    expect(counts).toMatchObject({ create: 2, invalid: 0 })
    expect(reasons).toContainEqual({
      code: 'required_field_empty',
      label: 'Required custom field is empty',
      severity: 'warning',
      count: 1,
    })
    expect(await importFile(content)).toMatchObject({ created: 2 })
  })

  describe('that a status requires', () => {
    const row = (status: string, n: number) => `Ana ${n},ana${n}@example.com,${status}\n`
    const names = ['Lead', 'Contacted', 'Qualified', 'Submitted', 'Interview', 'Offer', 'Hired', 'Closed']
    const file = (statuses: readonly string[]) => `Name,Email,Status\n${statuses.map(row).join('')}`

    /** Returns the warnings of empty required fields of each row. */
    async function warnings(importId: string): Promise<string[][]> {
      const rows = await server.db
        .selectFrom('import_rows')
        .where('import_id', '=', importId)
        .orderBy('row_number')
        .select('message')
        .execute()
      return rows.map(
        ({ message }) =>
          message?.match(/The (?:required )?field “[^”]*” is empty(?:, which “[^”]*” requires)?/g) ?? [],
      )
    }

    it.each([
      ['lead', ['Lead', 'Contacted', 'Qualified', 'Submitted', 'Interview', 'Offer', 'Hired']],
      ['qualified', ['Qualified', 'Submitted', 'Interview', 'Offer', 'Hired']],
      ['hired', ['Hired']],
      ['closed', ['Closed']],
    ] as const)(
      'from %s on is warned of where it is empty, and the rows are imported',
      async (from, statuses) => {
        await addField({ subject: 'application', label: 'Shift', required: { fromStatusType: from } })
        await addField({ label: 'License', required: { fromStatusType: from } })
        const content = file(names)
        const { reasons, counts } = await look(content)
        expect(counts).toMatchObject({ create: names.length, invalid: 0 })
        expect(reasons.find(({ code }) => code === 'required_field_empty')?.count).toBe(statuses.length)
        const ended = await importFile(content)
        expect(ended).toMatchObject({ created: names.length })
        const imported = await server.db
          .selectFrom('applications')
          .where('workspace_id', '=', workspaceId)
          .select('status_type')
          .execute()
        expect(new Set(imported.map(({ status_type }) => status_type)).size).toBe(names.length)
        expect(await warnings(ended.id)).toEqual(
          names.map((name) =>
            (statuses as readonly string[]).includes(name)
              ? ['Shift', 'License'].map((label) => `The field “${label}” is empty, which “${name}” requires`)
              : [],
          ),
        )
      },
    )

    it('is not warned of where the row has it, and once if it is always required', async () => {
      await addField({ label: 'License', required: { always: true, fromStatusType: 'interview' } })
      const content = `Name,Email,Status,License
Ana Ortiz,ana@example.com,Interview,CE
Ben Hill,ben@example.com,Interview,
`
      const ended = await importFile(content)
      expect(await warnings(ended.id)).toEqual([[], ['The required field “License” is empty']])
    })

    it('is warned of for a candidate who exists only if they have no value', async () => {
      await addField({ label: 'License', required: { fromStatusType: 'interview' } })
      await importFile('Name,Email,Status,License\nAna Ortiz,ana@example.com,Lead,CE\n')
      await importFile('Name,Email,Status\nBen Hill,ben@example.com,Lead\n')
      const other = await addNamedPosition(server, workspaceId, 'Welder')
      const content = `Name,Email,Status
Ana Ortiz,ana@example.com,Interview
Ben Hill,ben@example.com,Interview
`
      const ended = await importFile(content, { positionId: other.id })
      expect(ended).toMatchObject({ created: 2 })
      expect(await warnings(ended.id)).toEqual([
        [],
        ['The field “License” is empty, which “Interview” requires'],
      ])
    })

    it('is not named to an importer who may not see it', async () => {
      await addField({
        label: 'Verdict',
        visibleTo: ['coordinator'],
        required: { always: true, fromStatusType: 'lead' },
      })
      const content = file(['Hired'])
      expect(await warnings((await importFile(content)).id)).toEqual([[]])
      const seen = await importFile(content, { policy: 'create_anyway' }, admin)
      expect(await warnings(seen.id)).toEqual([['The required field “Verdict” is empty']])
    })
  })

  it('of an application is lost in a file of people alone', async () => {
    await addField({ label: 'Wish', subject: 'application' })
    const ended = await importContent(server, recruiter, 'Name,Email,Wish\nAna Ortiz,ana@example.com,Early\n')
    expect(ended.losses).toEqual([{ field: 'field.wish', rows: 1 }])
  })

  it('reads dates by the order that the column proves, with no guess from days to come', async () => {
    await addField({ label: 'Expires', type: 'date' })
    const column = (cells: string[]) =>
      `Name,Email,Expires\n${cells.map((cell, n) => `Ana ${'abc'[n]},a${n}@example.com,${cell}\n`).join('')}`
    await importFile(column(['13/05/2027', '03/04/2027']))
    expect(await valuesOf('candidates')).toEqual([{ expires: '2027-05-13' }, { expires: '2027-04-03' }])
    const { analysis, losses } = await look(column(['05/06/2090', '03/04/2091']), {
      policy: 'overwrite',
    })
    expect(analysis.dateOrder).toBe('ambiguous')
    expect(losses).toEqual([{ field: 'candidate.expires', rows: 2 }])
  })
})

describe('a mapping', () => {
  const content = 'Name,Email,Badge\nAna Ortiz,ana@example.com,A1\n'
  const refusedFor = async (target: `candidate.${string}`, as = recruiter) => {
    const { body } = await upload(server, as, content)
    const mapping = { 0: 'fullName', 2: target } as const
    const answers = [
      await preview(server, as, body.id, { mapping, positionId: driver.id }),
      await execute(server, as, body.id, { mapping, positionId: driver.id }),
    ]
    return answers.map(({ status, body: refused }) => [
      status,
      Object.keys((refused as unknown as { details: object }).details ?? {}),
    ])
  }
  const refused = [422, ['mapping.2']]

  it('refuses a field that does not exist, is of another workspace, or hidden from the role', async () => {
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    await addField({ label: 'Elsewhere' }, other)
    await addField({ label: 'Secret', visibleTo: ['hiring_manager'] })
    await addField({ label: 'Fixed', editableTo: ['hiring_manager'] })
    for (const target of ['nowhere', 'elsewhere', 'secret', 'fixed'])
      expect(await refusedFor(`candidate.${target}`)).toEqual([refused, refused])
    const { body } = await upload(server, recruiter, 'Name,Secret\nAna Ortiz,x\n')
    expect(body.columns[1]!.suggestion.field).toBeNull()
    expect((await upload(server, admin, 'Name,Secret\nAna,x\n')).body.columns[1]!.suggestion.field).toBe(
      'candidate.secret',
    )
  })

  it('refuses what is no field, and a second column for one', async () => {
    await addField({ label: 'Badge' })
    const { body } = await upload(server, recruiter, content)
    const tried = async (mapping: object) =>
      (await preview(server, recruiter, body.id, { mapping: mapping as never })).status
    expect(await tried({ 0: 'fullName', 1: 'candidate.' })).toBe(422)
    expect(await tried({ 0: 'fullName', 1: 'position.badge' })).toBe(422)
    expect(await tried({ 0: 'fullName', 1: 'candidate.badge', 2: 'candidate.badge' })).toBe(422)
  })
})

describe('suggestImportField', () => {
  it('suggests a type by all values of a column', async () => {
    const header = 'Name,Shift,Size,Site,Born,Car,Mail,Call,Story,Badge\n'
    const line = (n: number) =>
      [
        `P${n}`,
        n % 2 ? 'Days' : 'Nights',
        String(n * 3),
        `https://example.com/${n}`,
        `1990-01-${String(n + 10)}`,
        n % 2 ? 'yes' : 'no',
        `p${n}@example.com`,
        `+1 312 555 01${n + 10}`,
        'long '.repeat(110) + n,
        `A-${n}`,
      ].join(',')
    const { body } = await upload(server, recruiter, header + [...Array(9).keys()].map(line).join('\n'))
    const suggest = async (column: number) =>
      (await server.call(suggestImportField, { as: recruiter, body: { importId: body.id, column } })).body
    const found = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8, 9].map(suggest))
    expect(found.map(({ label, type }) => [label, type])).toEqual([
      ['Shift', 'choice'],
      ['Size', 'number'],
      ['Site', 'link'],
      ['Born', 'date'],
      ['Car', 'boolean'],
      ['Mail', 'email'],
      ['Call', 'phone'],
      ['Story', 'longText'],
      ['Badge', 'text'],
    ])
    expect(found[0]).toMatchObject({ filled: 9, options: ['Nights', 'Days'] })
    expect(found[0]!.types).toContainEqual({ type: 'number', fitting: 0 })
  })

  it('refuses a column that the file does not have, and the import of another workspace', async () => {
    const { body } = await upload(server, recruiter, 'Name,Shift\nAna,Days\n')
    const other = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const tried = async (as: TestUser, column: number) =>
      (await server.call(suggestImportField, { as, body: { importId: body.id, column } })).status
    expect(await tried(recruiter, 7)).toBe(422)
    expect(await tried(other, 1)).toBe(404)
  })

  it('makes a field that the column is then mapped to', async () => {
    const content = 'Name,Email,Shift\nAna,ana@example.com,Days\nBen,ben@example.com,Nights\n'
    const { body } = await upload(server, admin, content)
    const field = await addField({
      label: 'Shift',
      type: 'choice',
      options: [{ label: 'Days' }, { label: 'Nights' }],
    })
    const ended = await importNow(server, admin, body.id, {
      mapping: { 0: 'fullName', 1: 'email', 2: `candidate.${field.key}` },
      positionId: driver.id,
    })
    expect(ended).toMatchObject({ created: 2, lostRows: 0 })
    expect(await valuesOf('candidates')).toEqual(field.options.map(({ id }) => ({ shift: id })))
  })
})
