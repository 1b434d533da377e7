import { createInflate } from 'node:zlib'
import { DocumentRefused } from './read-document.ts'

/** The limit for all inflated streams together. A page of text has about ten kilobytes, a photo about ten megabytes. */
const maxBytes = 150 * 1024 * 1024
const maxStreams = 20_000

const start = Buffer.from('stream')
const end = Buffer.from('endstream')
const compressing = /\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL|BrotliDecode)\b/g

/**
 * Returns the inflated size of a stream that begins here, stopping at the limit. It ends where zlib says: the word
 * `endstream` may be part of the data.
 */
function inflatedSize(data: Buffer, most: number): Promise<number> {
  return new Promise((resolve) => {
    let size = 0
    const inflate = createInflate()
    inflate.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= most) return
      inflate.destroy()
      resolve(size)
    })
    inflate.on('end', () => resolve(size))
    inflate.on('error', () => resolve(size))
    inflate.end(data)
  })
}

/** Returns the dictionary before a stream, with escaped names such as `/Flate#44ecode` decoded. */
function dictionaryBefore(file: Buffer, at: number): string {
  const text = file.toString('latin1', Math.max(0, at - 2_000), at)
  const dictionary = text.slice(text.lastIndexOf(' obj') + 1)
  return dictionary.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

/**
 * Refuses a PDF whose streams inflate to more than a document needs, before a parser reads it whole. Refuses doubly
 * compressed streams, which only decompression bombs use.
 * @throws DocumentRefused
 */
export async function checkPdf(file: Buffer): Promise<void> {
  let size = 0
  let count = 0
  let at = file.indexOf(start)
  while (at !== -1) {
    const from = at + start.length + (file[at + start.length] === 0x0d ? 2 : 1)
    const to = file.indexOf(end, from)
    if (++count > maxStreams) throw new DocumentRefused('too-large')
    if ((dictionaryBefore(file, at).match(compressing)?.length ?? 0) > 1)
      throw new DocumentRefused('too-large')
    size += await inflatedSize(file.subarray(from), maxBytes - size)
    if (size > maxBytes) throw new DocumentRefused('too-large')
    if (to === -1) return
    at = file.indexOf(start, to + end.length)
  }
}
