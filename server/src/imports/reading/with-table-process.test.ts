import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyzeImport } from '@muster/contract/imports.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { uploadFile } from '@muster/contract/uploads.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendFile } from '../../testing/seed.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { buildWorkbook, sheetOf, zip } from '../files/fixtures/build-workbook.ts'
import { withTableProcess } from './with-table-process.ts'

/** The process has a lower priority than requests, so on a busy machine it may take many times as long as alone. */
const longest = 300_000

let server: TestServer
let folder: string

beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'muster-table-'))
})

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function sourceOf(content: string | Buffer) {
  const path = join(folder, 'people.csv')
  await writeFile(path, content)
  return { path, options: {}, corrections: [] }
}

describe('withTableProcess', () => {
  it('opens a file and surveys its rows with the main thread free', async () => {
    const source = await sourceOf(`Name,Position\n${'Ida Import,Welder\n'.repeat(20_000)}`)
    const found = await withTableProcess(source, async ({ head, samples, survey }) => ({
      headers: head.columns.map(({ header }) => header),
      sample: samples[0]![0],
      survey: await survey([{ index: 1, header: 'Position', field: 'position' }], { workspace: 'US' }),
    }))
    expect(found.headers).toEqual(['Name', 'Position'])
    expect(found.sample).toBe('Ida Import')
    expect(found.survey.rows).toBe(20_000)
    expect(found.survey.values.position).toEqual([{ value: 'Welder', count: 20_000 }])
  })

  it(
    'reads one file after another, each with its own rows, also several at once',
    async () => {
      const read = async (name: string, many: number) => {
        const path = join(folder, `${name}.csv`)
        await writeFile(path, `Name,Position\n${`${name},Welder\n`.repeat(many)}`)
        return withTableProcess({ path, options: {}, corrections: [] }, async ({ samples, survey }) => [
          samples[0]![0],
          (await survey([{ index: 1, header: 'Position', field: 'position' }], { workspace: 'US' })).rows,
        ])
      }
      for (const many of [3, 5]) expect(await read('Ida', many)).toEqual(['Ida', many])
      expect(await Promise.all([read('Ada', 7), read('Bo', 9)])).toEqual([
        ['Ada', 7],
        ['Bo', 9],
      ])
      await expect(withTableProcess(await sourceOf(''), async () => {})).rejects.toMatchObject({
        code: 'empty',
      })
      expect(await read('Cy', 4)).toEqual(['Cy', 4])
    },
    longest,
  )

  it('refuses a file with its sentence, and says when it is gone', async () => {
    await expect(withTableProcess(await sourceOf(''), async () => {})).rejects.toMatchObject({
      name: 'ImportFileError',
      code: 'empty',
    })
    const gone = { path: join(folder, 'nothing.csv'), options: {}, corrections: [] }
    await expect(withTableProcess(gone, async () => {})).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('refuses a small workbook that unpacks to millions of open tags, and the process lives', async () => {
    const workbook = buildWorkbook([{ name: 'Sheet', xml: `<sheetData>${'<a>'.repeat(2_000_000)}` }])
    expect(workbook.length).toBeLessThan(100_000)
    await expect(withTableProcess(await sourceOf(workbook), async () => {})).rejects.toMatchObject({
      name: 'ImportFileError',
      code: 'broken',
    })
    expect((await server.app.inject('/health')).statusCode).toBe(200)
  })

  it.each([
    ['blank cells', ','.repeat(990_000), 'no_rows'],
    ['filled cells', 'x,'.repeat(495_000), 'too_many_columns'],
  ])(
    'refuses 40 MB of %s, and the process lives',
    async (_, line, code) => {
      const source = await sourceOf(Buffer.from(`${line}\n`.repeat(40)))
      await expect(withTableProcess(source, async () => {})).rejects.toMatchObject({ code })
      expect((await server.app.inject('/health')).statusCode).toBe(200)
    },
    longest,
  )

  it(
    'suggests fields for the widest table with the main thread free',
    async () => {
      const row = (cell: string) => `${Array(16_000).fill(cell).join(',')}\n`
      const source = await sourceOf(
        row('State of residence, if any'.replace(',', '')) + row('Ohio').repeat(5),
      )
      const suggested = await withTableProcess(source, async ({ head, suggest }) =>
        suggest(head.columns.length),
      )
      expect(suggested).toHaveLength(16_000)
    },
    longest,
  )

  it('ends with an error when reading fails, and the server lives', async () => {
    const source = await sourceOf('Name\nIda\n')
    const dying = withTableProcess(source, ({ survey }) =>
      // What cannot be read of these columns ends the process as any error of ours would.
      survey(null as never, { workspace: 'US' }),
    )
    await expect(dying).rejects.toThrow()
    expect((await server.app.inject('/health')).statusCode).toBe(200)
  })
})

/** Says in zip64 that an archive has a million million parts. */
function claimingManyParts(archive: Buffer): Buffer {
  const end = archive.lastIndexOf('PK\x05\x06')
  const [zip64, locator, last] = [Buffer.alloc(56), Buffer.alloc(20), Buffer.from(archive.subarray(end))]
  zip64.write('PK\x06\x06')
  zip64.writeBigUInt64LE(44n, 4)
  for (const at of [24, 32]) zip64.writeBigUInt64LE(10n ** 12n, at)
  locator.write('PK\x06\x07')
  locator.writeBigUInt64LE(BigInt(end), 8)
  locator.writeUInt32LE(1, 16)
  for (const at of [8, 10]) last.writeUInt16LE(0xffff, at)
  for (const at of [12, 16]) last.writeUInt32LE(0xffffffff, at)
  return Buffer.concat([archive.subarray(0, end), zip64, locator, last])
}

/** Archives within archives, each the only part of the next. */
function nested(levels: number, name: string): Buffer {
  let inner = zip([[name, Buffer.alloc(1_000_000)]])
  for (let level = 0; level < levels; level++) inner = zip([[name, inner]])
  return inner
}

const people = sheetOf([
  ['Name', 'E-mail'],
  ['Ida', 'ida@example.com'],
])

const archives: [string, () => Buffer, string][] = [
  [
    'a zip64 archive of a million million parts',
    () => claimingManyParts(zip([['people.csv', Buffer.from('Name')]])),
    'unsafe_archive',
  ],
  ['archives nested ten deep', () => nested(10, 'people.zip'), 'not_a_table'],
  [
    'an archive whose workbook is an archive',
    () =>
      zip([
        ['[Content_Types].xml', Buffer.from('')],
        ['xl/workbook.xml', nested(3, 'xl/workbook.xml')],
      ]),
    'broken',
  ],
  [
    'an OpenDocument table of a million repeated rows',
    () =>
      zip([
        ['mimetype', Buffer.from('application/vnd.oasis.opendocument.spreadsheet')],
        ['content.xml', Buffer.from('<table:table-row table:number-rows-repeated="1048576"/>')],
      ]),
    'not_a_table',
  ],
  [
    'an OpenDocument text that unpacks to a thousand times its size',
    () =>
      zip([
        ['mimetype', Buffer.from('application/vnd.oasis.opendocument.text')],
        ['content.xml', Buffer.alloc(60_000_000, 'a')],
      ]),
    'unsafe_archive',
  ],
]

describe('a hostile import file', () => {
  it.each<[string, () => Buffer, string]>([
    ['30 MB of blank lines', () => Buffer.alloc(30 * 2 ** 20, '\n'), 'no_rows'],
    ['10 MB of quotes', () => Buffer.alloc(10 * 2 ** 20, '"\n'), 'no_rows'],
    ...archives,
  ])(
    'of %s is refused with a sentence, and the server lives',
    async (_, make, code) => {
      const source = await sourceOf(make())
      await expect(withTableProcess(source, async () => {})).rejects.toMatchObject({
        name: 'ImportFileError',
        code,
        message: /\.$/,
      })
      expect((await server.app.inject('/health')).statusCode).toBe(200)
    },
    longest,
  )

  it.each(archives)('of %s causes no error in any route that takes files', async (_, make) => {
    const user = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    for (const [endpoint, names] of [
      [analyzeImport, ['people.xlsx']],
      [uploadFile, ['cv.docx', 'cv.odt', 'cv.pdf']],
    ] as const)
      for (const name of names) {
        const { status } = await sendFile(server, endpoint, user, make(), name)
        expect([name, [413, 415, 422].includes(status)]).toEqual([name, true])
      }
    expect((await server.app.inject('/health')).statusCode).toBe(200)
  })

  it(
    'of many sheets, each with a table to its last row, is read and the server answers meanwhile',
    async () => {
      const far = `<sheetData>${'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'.repeat(20_000)}</sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(60_000)}</mergeCells>`
      const workbook = buildWorkbook([
        { name: 'People', xml: people },
        ...Array.from({ length: 8 }, (_, n) => ({ name: `Far ${n}`, xml: far })),
      ])
      let over = false
      const reading = withTableProcess(await sourceOf(workbook), async ({ head }) => head.sheet).finally(
        () => {
          over = true
        },
      )
      let answered = 0
      for (; !over; answered++) expect((await fetch(`${server.url}/health`)).status).toBe(200)
      expect(await reading).toBe('People')
      expect(answered).toBeGreaterThan(4)
    },
    longest,
  )
})

describe('analyzeImport', () => {
  it(
    'leaves nothing of an upload that cannot be read, and answers others meanwhile',
    async () => {
      const loud = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
      const quiet = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
      const rows = Array.from({ length: 10_000 }, (_, n) => `Ida ${n},ida${n}@example.com\n`).join('')
      const broken = `Name,E-mail\n${rows}"never closed,x@example.com\n`
      const analyses = Array.from({ length: 4 }, () =>
        sendFile(server, analyzeImport, loud, broken, 'people.csv'),
      )
      let over = false
      const all = Promise.all(analyses).finally(() => {
        over = true
      })
      let answered = 0
      while (!over) {
        expect((await server.call(listPositions, { as: quiet })).status).toBe(200)
        answered += 1
      }
      expect(answered).toBeGreaterThan(4)
      for (const answer of await all) {
        expect(answer.status).toBe(422)
        expect(((await answer.json()) as { message: string }).message).toMatch(/never closed/)
      }
      const stored = await readdir(join(server.services.config.dataDir, 'files'), {
        recursive: true,
        withFileTypes: true,
      })
      expect(stored.filter((entry) => entry.isFile())).toEqual([])
      expect(await server.db.selectFrom('storage_reservations').selectAll().execute()).toEqual([])
    },
    longest,
  )
})
