import { createInflate } from 'node:zlib'
import { DocumentRefused } from './read-document.ts'

/** What all streams of a file may come to. A page of text has some ten kilobytes, a photograph some ten megabytes. */
const mostBytes = 150 * 1024 * 1024
const mostStreams = 20_000

const start = Buffer.from('stream')
const end = Buffer.from('endstream')
const compressing = /\/(?:FlateDecode|Fl|LZWDecode|LZW|RunLengthDecode|RL|BrotliDecode)\b/g

/** How much a stream inflates to, no further than is allowed; what is no zlib stream counts as it stands. */
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

/** The dictionary before a stream, with the names spelled plainly that may be written `/Flate#44ecode`. */
function dictionaryBefore(file: Buffer, at: number): string {
  const text = file.toString('latin1', Math.max(0, at - 2_000), at)
  const dictionary = text.slice(text.lastIndexOf(' obj') + 1)
  return dictionary.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}

/**
 * Refuses a PDF whose streams inflate to more than a document needs, before a reader takes them in whole. Streams that
 * are compressed twice, which no program writes and bombs do, are refused as they are.
 * @throws DocumentRefused
 */
export async function checkPdf(file: Buffer): Promise<void> {
  let size = 0
  let count = 0
  let at = file.indexOf(start)
  while (at !== -1) {
    const from = at + start.length + (file[at + start.length] === 0x0d ? 2 : 1)
    const to = file.indexOf(end, from)
    const data = file.subarray(from, to === -1 ? undefined : to)
    if (++count > mostStreams) throw new DocumentRefused('too-large')
    if ((dictionaryBefore(file, at).match(compressing)?.length ?? 0) > 1)
      throw new DocumentRefused('too-large')
    size += await inflatedSize(data, mostBytes - size)
    if (size > mostBytes) throw new DocumentRefused('too-large')
    if (to === -1) return
    at = file.indexOf(start, to + end.length)
  }
}
