import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { uploadFile } from '@muster/contract/uploads.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type S3Peer, startS3Peer } from '../testing/s3-peer.ts'
import { sendFile } from '../testing/seed.ts'
import { startTestServer } from '../testing/test-server.ts'
import { copyFilesTo } from './copy-files-to.ts'
import { openFileStorage } from './open-file-storage.ts'
import { createS3FileStorage, type S3FileStorage } from './s3-file-storage.ts'

let peer: S3Peer
let folder: string
let storage: S3FileStorage

const large = randomBytes(20 * 1024 * 1024)
const small = Buffer.from('A résumé of few words')

beforeAll(async () => {
  peer = await startS3Peer()
  folder = await mkdtemp(join(tmpdir(), 'muster-s3-'))
})

beforeEach(async () => {
  peer.calls.length = 0
  peer.objects.clear()
  storage = createS3FileStorage(peer.settings, await mkdtemp(join(folder, 'copies-')))
})

afterAll(async () => {
  await peer?.stop()
  await rm(folder, { recursive: true, force: true })
})

const store = (key: string, content: Buffer) => storage.write(key, Readable.from([content]))

describe('createS3FileStorage', () => {
  it('stores files under their keys, large ones in parts, and returns them unchanged', async () => {
    await store('uploads/one/small', small)
    await store('uploads/one/large', large)
    expect([...peer.objects.keys()]).toEqual(['muster/uploads/one/small', 'muster/uploads/one/large'])
    expect(peer.calls.filter((call) => call === 'PUT part')).toHaveLength(3)
    expect((await buffer(storage.read('uploads/one/small'))).equals(small)).toBe(true)
    expect((await buffer(storage.read('uploads/one/large'))).equals(large)).toBe(true)
    expect([await storage.size('uploads/one/large'), await storage.size('none')]).toEqual([
      large.length,
      null,
    ])
  })

  it('retries when the storage is busy, and resumes an interrupted download', async () => {
    peer.failNext(2)
    await store('one', large)
    peer.breakNext([5_000_000, 1_000_000])
    expect((await buffer(storage.read('one'))).equals(large)).toBe(true)
    expect(peer.calls.filter((call) => call === 'GET range')).toHaveLength(2)
  })

  it('stores nothing of an upload that breaks off', async () => {
    const broken = Readable.from(
      (async function* () {
        yield small
        throw new Error('the sender is gone')
      })(),
    )
    await expect(storage.write('broken', broken)).rejects.toThrow('the sender is gone')
    expect([peer.objects.size, peer.calls.length]).toEqual([0, 0])
  })

  it('reports a missing file as a disk does', async () => {
    await expect(buffer(storage.read('none'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(storage.localPath('none')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(storage.remove('none')).resolves.toBeUndefined()
  })

  it('gives another node a copy on its disk, fetched once, and removes it with the file', async () => {
    await store('table', small)
    const copies = await mkdtemp(join(folder, 'other-'))
    const other = createS3FileStorage(peer.settings, copies)
    const paths = await Promise.all([other.localPath('table'), other.localPath('table')])
    expect(await readFile(paths[0], 'utf8')).toBe(String(small))
    await other.localPath('table')
    expect(peer.calls.filter((call) => call === 'GET')).toHaveLength(1)
    await other.remove('table')
    expect([peer.objects.size, await readdir(copies)]).toEqual([0, []])
  })

  it('refuses a wrong key or bucket with one line at startup', async () => {
    const credentials = { accessKeyId: 'OTHER', secretAccessKey: 'x' }
    for (const wrong of [{ credentials }, { bucket: 'none' }])
      await expect(openFileStorage({ dataDir: folder, s3: { ...peer.settings, ...wrong } })).rejects.toThrow(
        /^The bucket \w+ of S3_BUCKET cannot be used: /,
      )
  })
})

describe('copyFilesTo', () => {
  it('copies what is on the disk, reads it back, and the second time copies only what was added', async () => {
    const disk = await mkdtemp(join(folder, 'disk-'))
    await mkdir(join(disk, 'uploads', 'one'), { recursive: true })
    await writeFile(join(disk, 'uploads', 'one', 'a'), small)
    await writeFile(join(disk, 'uploads', 'one', 'b'), large)
    expect(await copyFilesTo(storage, disk)).toEqual({
      copied: 2,
      known: 0,
      bytes: small.length + large.length,
    })
    await writeFile(join(disk, 'c'), small)
    expect(await copyFilesTo(storage, disk)).toEqual({ copied: 1, known: 2, bytes: small.length })
    expect(peer.objects.get('muster/uploads/one/b')!.equals(large)).toBe(true)
    // One that was cut off is copied again.
    peer.objects.set('muster/c', small.subarray(1))
    expect(await copyFilesTo(storage, disk)).toEqual({ copied: 1, known: 2, bytes: small.length })
  })

  it('fails when a file does not come back as it was sent', async () => {
    const disk = await mkdtemp(join(folder, 'disk-'))
    await writeFile(join(disk, 'a'), small)
    const other: S3FileStorage = { ...storage, read: () => Readable.from([Buffer.from('Something else')]) }
    await expect(copyFilesTo(other, disk)).rejects.toThrow(
      'a came back from the bucket other than it was sent',
    )
  })
})

describe('a server whose files are in a bucket', () => {
  it('stores, recognizes and serves files, and stores nothing of those it refuses', async () => {
    const server = await startTestServer({ config: { s3: peer.settings } })
    try {
      const { workspaceId } = await server.addWorkspace()
      const user = await server.addUser(workspaceId, 'recruiter')
      const good = await sendFile(server, uploadFile, user, small, 'résumé.txt')
      expect(good.status).toBe(201)
      const { id } = (await good.json()) as { id: string }
      const response = await fetch(`${server.url}/api/v1/uploads/${id}/`, {
        headers: { authorization: `Bearer ${user.accessToken}` },
      })
      expect([response.status, await response.text()]).toEqual([200, String(small)])
      const bad = await sendFile(server, uploadFile, user, Buffer.from('MZ\0\0 no document'), 'evil.exe')
      expect(bad.status).toBe(415)
      expect(peer.objects.size).toBe(1)
      peer.objects.clear()
      const gone = await fetch(`${server.url}/api/v1/uploads/${id}/`, {
        headers: { authorization: `Bearer ${user.accessToken}` },
      })
      expect(gone.status).toBe(404)
    } finally {
      await server.stop()
    }
  })
})
