import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Readable } from 'node:stream'
import type { S3FileStorage } from './s3-file-storage.ts'

async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of content) hash.update(bytes)
  return hash.digest('hex')
}

export interface Copied {
  copied: number
  /** Already there, with the same size. */
  known: number
  bytes: number
}

/**
 * Copies the files of a folder into a bucket, reads each back and compares. Files that are already there are skipped,
 * so it can run while the server runs and once more for what was added meanwhile. Nothing is removed.
 * @throws when a file does not come back unchanged
 */
export async function copyFilesTo(
  storage: S3FileStorage,
  folder: string,
  log: (line: string) => void = () => {},
): Promise<Copied> {
  const done: Copied = { copied: 0, known: 0, bytes: 0 }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  for (const path of paths.sort()) {
    const key = relative(folder, path).split(sep).join('/')
    const { size } = await stat(path)
    if ((await storage.size(key)) === size) {
      done.known += 1
      continue
    }
    await storage.upload(key, path)
    const [there, here] = [await hashOf(storage.read(key)), await hashOf(createReadStream(path))]
    if (there !== here) throw new Error(`${key} came back from the bucket other than it was sent`)
    done.copied += 1
    done.bytes += size
    if (done.copied % 100 === 0) log(`${done.copied} of ${paths.length} files copied`)
  }
  return done
}
