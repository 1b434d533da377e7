import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FileStorage } from './file-storage.ts'

/**
 * Stores a stream under a key and returns what its row in `files` needs. If the stream fails, such as one that is too
 * large, nothing is stored and its error is thrown.
 */
export async function storeStream(
  files: FileStorage,
  key: string,
  content: Readable,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  // Awaits both, so that nothing stays stored when this throws.
  const ends = await Promise.allSettled([pipeline(content, measure), files.write(key, measure)])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return { size, sha256: hash.digest('hex') }
}
