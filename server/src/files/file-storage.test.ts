import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createLocalFileStorage, type FileStorage } from './file-storage.ts'
import { removeStored } from './remove-stored.ts'
import { storeStream } from './store-stream.ts'

const folders: string[] = []
let folder: string
let files: FileStorage

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-files-'))
  folders.push(folder)
  files = createLocalFileStorage(folder)
})

afterAll(async () => {
  for (const each of folders) await rm(each, { recursive: true, force: true })
})

const stored = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length

/** An upload whose line breaks after some bytes. */
const broken = () =>
  Readable.from(
    (async function* () {
      yield Buffer.from('The beginning')
      throw new Error('The line broke')
    })(),
  )

describe('a file on the disk', () => {
  it('is not stored in part when its upload breaks off', async () => {
    await expect(files.write('uploads/one', broken())).rejects.toThrow('The line broke')
    expect(await stored()).toBe(0)
    await expect(storeStream(files, 'uploads/two', broken())).rejects.toThrow('The line broke')
    expect(await stored()).toBe(0)
  })

  it('is reported as refused when only the disk fails', async () => {
    const full: FileStorage = {
      ...files,
      write: async (_, content) => {
        await buffer(content)
        throw new Error('The disk is full')
      },
    }
    await expect(storeStream(full, 'one', Readable.from([Buffer.from('A')]))).rejects.toThrow(
      'The disk is full',
    )
  })

  it('is never replaced by another one', async () => {
    await files.write('one', Readable.from([Buffer.from('First')]))
    await expect(files.write('one', Readable.from([Buffer.from('Second')]))).rejects.toThrow('EEXIST')
  })
})

describe('removing files while a backup is taken', () => {
  const services = (sent: unknown[]) =>
    ({
      files,
      db: {
        transaction: () => ({
          execute: (work: (tx: object) => unknown) => work({ getExecutor: () => busy }),
        }),
      },
      jobs: { send: async (...args: unknown[]) => void sent.push(args.slice(1)) },
    }) as never
  /** A database of which a backup holds the lock. */
  const busy = {
    transformQuery: (node: unknown) => node,
    compileQuery: (query: unknown) => ({ query, sql: '', parameters: [], queryId: {} }),
    executeQuery: async () => ({ rows: [{ free: false }] }),
    provideConnection: async () => {},
    withPlugins: () => busy,
  }

  it('leaves them for a job, which fails and is retried until the backup is done', async () => {
    await files.write('one', Readable.from([Buffer.from('First')]))
    const sent: unknown[] = []
    await removeStored(services(sent), ['one'])
    expect(sent).toEqual([['remove-files', { keys: ['one'] }]])
    await expect(removeStored(services(sent), ['one'], { isJob: true })).rejects.toThrow('backup')
    expect([sent.length, await stored()]).toEqual([1, 1])
  })
})
