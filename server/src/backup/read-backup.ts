import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createZstdDecompress } from 'node:zlib'
import type { z } from 'zod'
import {
  BackupError,
  type BackupHeader,
  type BackupManifest,
  backupHeader,
  backupManifest,
  partBytes,
} from './backup-format.ts'
import { type TarEntry, unpackTar } from './tar.ts'

/** Headers and manifests of large installations are far smaller. */
const maxBytes = partBytes

/** Yields the parts of a backup in order, unchecked. */
async function* readParts(path: string): AsyncGenerator<TarEntry> {
  const file = createReadStream(path)
  const bytes = file.pipe(createZstdDecompress())
  file.once('error', (error) => bytes.destroy(error))
  try {
    yield* unpackTar(bytes, maxBytes)
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupError(`There is no file ${path}.`)
    if (code?.startsWith('E')) throw error
    throw new BackupError(`${path} cannot be read as a backup: ${message}.`)
  } finally {
    file.destroy()
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, { name, content }: TarEntry): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(content.toString()))
  } catch {
    throw new BackupError(`${name} of the backup is not as this version writes it.`)
  }
}

/** Reads a backup's header. */
export async function readHeader(path: string): Promise<BackupHeader> {
  for await (const entry of readParts(path)) {
    if (entry.name === 'header.json') return parse(backupHeader, entry)
    break
  }
  throw new BackupError(`${path} is no backup of Muster.`)
}

interface Part {
  content: Buffer
  isFirst: boolean
}

/** Receives the content. Each part is awaited before the next one is read. */
export interface BackupConsumer {
  /** Receives a part of a table's rows, in COPY's text format. */
  table(name: string, part: Part): Promise<void>
  file(key: string, part: Part): Promise<void>
}

const partOf = /^(tables|files)\/(.+)\/(\d{6,})$/

/**
 * Reads a whole backup, passes its content to `consumer`, and checks that it is unchanged.
 * @throws BackupError when anything differs from its hashes
 */
export async function readBackup(path: string, consumer?: BackupConsumer): Promise<BackupManifest> {
  const sums = new Map<string, { hash: Hash; bytes: number }>()
  const files = { hash: createHash('sha256'), count: 0, bytes: 0 }
  let manifest: BackupManifest | null = null
  for await (const entry of readParts(path)) {
    if (entry.name === 'header.json') continue
    if (entry.name === 'manifest.json') {
      manifest = parse(backupManifest, entry)
      continue
    }
    const [, kind, name, number] = partOf.exec(entry.name) ?? []
    if (!kind || !name) throw new BackupError(`${path} holds ${entry.name}, which no backup of Muster does.`)
    const part = { content: entry.content, isFirst: Number(number) === 1 }
    if (kind === 'tables') {
      const sum = sums.get(name) ?? { hash: createHash('sha256'), bytes: 0 }
      sum.hash.update(entry.content)
      sum.bytes += entry.content.length
      sums.set(name, sum)
      await consumer?.table(name, part)
    } else {
      if (part.isFirst) {
        files.hash.update(`${name}\n`)
        files.count += 1
      }
      files.hash.update(entry.content)
      files.bytes += entry.content.length
      await consumer?.file(name, part)
    }
  }
  if (!manifest) throw new BackupError(`${path} is cut off: its last entry is missing.`)
  for (const [name, { sha256, bytes }] of Object.entries(manifest.tables)) {
    const sum = sums.get(name)
    if (sum?.bytes !== bytes || sum.hash.digest('hex') !== sha256)
      throw new BackupError(`${path} was changed after it was written: ${name} is not what it was.`)
    sums.delete(name)
  }
  if (sums.size > 0) throw new BackupError(`${path} was changed after it was written: a table was added.`)
  const { count, bytes, sha256 } = manifest.files
  if (files.count !== count || files.bytes !== bytes || files.hash.digest('hex') !== sha256)
    throw new BackupError(`${path} was changed after it was written: its files are not what they were.`)
  return manifest
}
