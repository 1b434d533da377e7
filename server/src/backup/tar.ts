/** The part of the tar format (POSIX ustar) that a backup needs. Any `tar` can list and unpack it. */

const block = 512
const maxName = 100

export interface TarEntry {
  name: string
  content: Buffer
}

function checksum(header: Buffer): number {
  let sum = 0
  for (const [at, byte] of header.entries()) sum += at >= 148 && at < 156 ? 32 : byte
  return sum
}

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

/** Returns one file as a tar entry. */
export function tarEntry({ name, content }: TarEntry): Buffer {
  let [prefix, last] = ['', name]
  if (Buffer.byteLength(name) > maxName) {
    const cut = name.lastIndexOf('/')
    ;[prefix, last] = [name.slice(0, cut), name.slice(cut + 1)]
  }
  if (Buffer.byteLength(last) > maxName || Buffer.byteLength(prefix) > 155)
    throw new Error(`A name is too long for a backup: ${name}`)
  const header = Buffer.alloc(block)
  header.write(last, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(content.length, 12), 124)
  header.write(octal(0, 12), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(prefix, 345)
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148)
  const padding = Buffer.alloc((block - (content.length % block)) % block)
  return Buffer.concat([header, content, padding])
}

/** The end of a tar. */
export const tarEnd = Buffer.alloc(block * 2)

function text(header: Buffer, at: number, length: number): string {
  const bytes = header.subarray(at, at + length)
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end < 0 ? length : end)
}

/**
 * Yields the files of a tar, each of at most `maxBytes`.
 * @throws Error when it is cut off or is not ours
 */
export async function* readTar(bytes: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<TarEntry> {
  let chunks: Buffer[] = []
  let held = 0
  const source = bytes[Symbol.asyncIterator]()
  async function take(length: number): Promise<Buffer> {
    while (held < length) {
      const { value, done } = await source.next()
      if (done) throw new Error('it is cut off')
      chunks.push(value)
      held += value.length
    }
    const all = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    chunks = [all.subarray(length)]
    held = all.length - length
    return all.subarray(0, length)
  }
  for (;;) {
    const header = await take(block)
    if (header.every((byte) => byte === 0)) break
    if (Number.parseInt(text(header, 148, 8), 8) !== checksum(header)) throw new Error('it is damaged')
    const size = Number.parseInt(text(header, 124, 12), 8)
    if (!(size <= maxBytes)) throw new Error('it is no backup of Muster')
    const prefix = text(header, 345, 155)
    const name = `${prefix ? `${prefix}/` : ''}${text(header, 0, maxName)}`
    const content = Buffer.from((await take(Math.ceil(size / block) * block)).subarray(0, size))
    yield { name, content }
  }
  // Reads to the end, so that the decompressor can check that it is complete.
  while (!(await source.next()).done) {}
}
