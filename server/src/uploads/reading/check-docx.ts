import { buffer } from 'node:stream/consumers'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { DocumentRefused } from './read-document.ts'

const maxEntries = 2_000
const maxBytes = 60 * 1024 * 1024
/** Parsed XML takes about fifty times its size in memory. */
const maxTextBytes = 8 * 1024 * 1024
const maxRatio = 150
const ratioCounts = 256 * 1024

const xmlPart = /\.(?:xml|rels)$/i

/** Checks the sizes that the directory declares, before anything is unpacked. */
function checkDirectory(entries: readonly Entry[]): void {
  let bytes = 0
  let text = 0
  for (const { fileName, uncompressedSize, compressedSize } of entries) {
    bytes += uncompressedSize
    if (xmlPart.test(fileName)) text += uncompressedSize
    const ratio = uncompressedSize / Math.max(compressedSize, 1)
    if (ratio > maxRatio && uncompressedSize > ratioCounts) throw new DocumentRefused('too-large')
  }
  if (bytes > maxBytes || text > maxTextBytes) throw new DocumentRefused('too-large')
}

/** Unpacks one part. Refuses it while reading if it is longer than declared. */
async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return buffer(await zip.openReadStreamPromise(entry))
}

async function readEntries(zip: ZipFile): Promise<Map<string, Buffer>> {
  if (zip.entryCount > maxEntries) throw new DocumentRefused('too-large')
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  checkDirectory(entries)
  const parts = new Map<string, Buffer>()
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    if (entry.isEncrypted()) throw new DocumentRefused('protected')
    if (parts.has(entry.fileName)) throw new DocumentRefused('broken')
    const content = await readPart(zip, entry)
    // Word documents have no DOCTYPE; one could declare entities that expand exponentially.
    if (xmlPart.test(entry.fileName) && content.includes('<!DOCTYPE')) throw new DocumentRefused('broken')
    parts.set(entry.fileName, content)
  }
  return parts
}

/**
 * Unpacks the parts of a Word document within limits.
 * @throws DocumentRefused
 */
export async function readDocxParts(content: Buffer): Promise<Map<string, Buffer>> {
  let zip: ZipFile | undefined
  try {
    zip = await fromBufferPromise(content, { lazyEntries: true })
    return await readEntries(zip)
  } catch (error) {
    throw error instanceof DocumentRefused ? error : new DocumentRefused('broken')
  } finally {
    zip?.close()
  }
}
