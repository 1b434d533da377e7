import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { extract, type Pack, pack } from 'tar-stream'

export interface TarEntry {
  name: string
  content: Buffer
}

async function addEntries(tar: Pack, entries: AsyncIterable<TarEntry>): Promise<void> {
  for await (const { name, content } of entries) {
    const entry = tar.entry({ name, size: content.length, mode: 0o600 })
    entry.end(content)
    // Resolves once the reader of the tar has taken it, so that one entry is in memory at a time.
    await finished(entry)
  }
  tar.finalize()
}

/** Returns a tar of the entries. Any `tar` can list and unpack it. */
export function packTar(entries: AsyncIterable<TarEntry>): Pack {
  const tar = pack()
  addEntries(tar, entries).catch((error) => tar.destroy(error))
  return tar
}

/**
 * Yields the files of a tar, each of at most `maxBytes`.
 * @throws Error when it is cut off or is not ours
 */
export async function* unpackTar(bytes: Readable, maxBytes: number): AsyncGenerator<TarEntry> {
  const tar = extract()
  const whole = pipeline(bytes, tar)
  // Awaited at the end; until then, the loop throws the same error.
  whole.catch(() => {})
  for await (const entry of tar) {
    const { name, size = 0 } = entry.header
    if (size > maxBytes) throw new Error('it is no backup of Muster')
    yield { name, content: Buffer.concat(await Array.fromAsync<Buffer>(entry)) }
  }
  // The decompressor checks at its end that the file is complete.
  await whole
}
