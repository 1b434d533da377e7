import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyzeImport } from '@muster/contract/imports.ts'
import { listPositions } from '@muster/contract/positions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendFile } from '../../testing/furnish.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { withTableThread } from './with-table-thread.ts'

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

async function sourceOf(content: string) {
  const path = join(folder, 'people.csv')
  await writeFile(path, content)
  return { path, options: {}, corrections: [] }
}

describe('withTableThread', () => {
  it('opens a file and surveys its rows with the main thread free', async () => {
    const source = await sourceOf(`Name,Position\n${'Ida Import,Welder\n'.repeat(20_000)}`)
    const found = await withTableThread(source, async ({ head, samples, survey }) => ({
      headers: head.columns.map(({ header }) => header),
      sample: samples[0]![0],
      survey: await survey([{ index: 1, header: 'Position', field: 'position' }], { workspace: 'US' }),
    }))
    expect(found.headers).toEqual(['Name', 'Position'])
    expect(found.sample).toBe('Ida Import')
    expect(found.survey.rows).toBe(20_000)
    expect(found.survey.values.position).toEqual([{ value: 'Welder', count: 20_000 }])
  })

  it('refuses a file with its sentence, and says when it is gone', async () => {
    await expect(withTableThread(await sourceOf(''), async () => {})).rejects.toMatchObject({
      name: 'ImportFileError',
      code: 'empty',
    })
    const gone = { path: join(folder, 'nothing.csv'), options: {}, corrections: [] }
    await expect(withTableThread(gone, async () => {})).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('ends with an error when the thread fails, and the process lives', async () => {
    const source = await sourceOf('Name\nIda\n')
    const dying = withTableThread(source, ({ survey }) =>
      // What cannot be read of these columns ends the thread as any error of ours would.
      survey(null as never, { workspace: 'US' }),
    )
    await expect(dying).rejects.toThrow()
    expect((await server.app.inject('/health')).statusCode).toBe(200)
  })
})

describe('analyzeImport', () => {
  it('leaves nothing of an upload that cannot be read, and answers others meanwhile', async () => {
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
  }, 90_000)
})
