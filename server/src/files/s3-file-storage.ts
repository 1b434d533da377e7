import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { newId } from '../database/new-id.ts'
import type { FileStorage } from './file-storage.ts'

export interface S3Settings {
  bucket: string
  region: string
  /** For a storage other than Amazon's. */
  endpoint: string | null
  /** Unset: found as Amazon's own tools do, such as by the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** The bucket is the first part of the path, not of the host name. */
  pathStyle: boolean
  /** Before every key, for a bucket shared with other data. */
  prefix: string
}

export interface S3FileStorage extends FileStorage {
  /** @throws when the bucket cannot be reached with these credentials */
  check(): Promise<void>
  upload(key: string, path: string): Promise<void>
  /** In bytes; null when there is no such file. */
  size(key: string): Promise<number | null>
}

const partSize = 8 * 1024 * 1024
/** How often an interrupted download is resumed. */
const maxResumes = 5
/** Local copies, for readers that seek, are removed when unused for this long. */
const copyLifetimeMs = 3 * 60 * 60_000
const sweepEveryMs = 10 * 60_000

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as S3ServiceException
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404
}

/** Makes the error of a missing file on a disk, which readers check for. */
function missing(key: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no such file in the storage: ${key}`), { code: 'ENOENT' })
}

async function dropOldCopies(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const used = await stat(path).catch(() => null)
    if (used && Date.now() - used.mtimeMs > copyLifetimeMs) await rm(path, { force: true })
  }
}

/**
 * Stores files in a bucket of S3 or a compatible storage. Uploads are first written to this machine, so that sending
 * them can be retried. Readers that seek get a local copy, which is removed after some hours.
 */
export function createS3FileStorage(settings: S3Settings, copies: string): S3FileStorage {
  const { bucket: Bucket, prefix } = settings
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    maxAttempts: 4,
    // Checksums in trailers are Amazon's own; other storages refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
    ...(settings.endpoint ? { endpoint: settings.endpoint } : {}),
    ...(settings.credentials ? { credentials: settings.credentials } : {}),
  })
  const sweep = setInterval(() => void dropOldCopies(copies), sweepEveryMs)
  sweep.unref()

  const at = (key: string) => ({ Bucket, Key: prefix + key })
  const copyOf = (key: string) => join(copies, key)
  const copying = new Map<string, Promise<string>>()

  /** Yields the bytes of a file. A broken download is resumed where it stopped, unless the file has changed. */
  async function* download(key: string): AsyncGenerator<Buffer> {
    let offset = 0
    let etag: string | undefined
    let total = 0
    for (let resumes = 0; ; resumes += 1) {
      try {
        const range = offset > 0 ? { Range: `bytes=${offset}-`, IfMatch: etag } : {}
        const {
          Body,
          ETag,
          ContentLength = 0,
        } = await client.send(new GetObjectCommand({ ...at(key), ...range }))
        etag = ETag
        total = offset + ContentLength
        for await (const bytes of Body as Readable) {
          offset += bytes.length
          yield bytes
        }
        if (offset >= total) return
        throw new Error('the storage sent less than it said')
      } catch (error) {
        if (isMissing(error)) throw missing(key)
        if (offset === 0 || resumes === maxResumes) throw error
      }
    }
  }

  /** Writes to a temporary file and renames it once complete. */
  async function storeCopy(key: string, content: Readable): Promise<string> {
    const path = copyOf(key)
    const part = `${path}.${newId()}.part`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      await pipeline(content, createWriteStream(part, { flags: 'wx', mode: 0o600 }))
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    return path
  }

  async function upload(key: string, path: string): Promise<void> {
    const params = { ...at(key), Body: createReadStream(path), ContentType: 'application/octet-stream' }
    await new Upload({ client, params, partSize, queueSize: 2 }).done()
  }

  async function findCopy(key: string): Promise<string> {
    const path = copyOf(key)
    const now = new Date()
    try {
      await utimes(path, now, now)
      return path
    } catch {
      return storeCopy(key, Readable.from(download(key), { objectMode: false }))
    }
  }

  return {
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }))
    },
    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? 0
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    upload,
    async write(key, content) {
      const path = await storeCopy(key, content)
      try {
        await upload(key, path)
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
    },
    read: (key) => Readable.from(download(key), { objectMode: false }),
    async localPath(key) {
      const known = copying.get(key) ?? findCopy(key).finally(() => copying.delete(key))
      copying.set(key, known)
      return known
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(at(key)))
      await rm(copyOf(key), { force: true })
    },
  }
}
