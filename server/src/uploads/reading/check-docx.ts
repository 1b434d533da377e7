import { buffer } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { DocumentRefused } from './read-document.ts'

const mostEntries = 2_000
const mostBytes = 60 * 1024 * 1024
/** XML takes some fifty times the room of its letters in memory once it is read. */
const mostTextBytes = 8 * 1024 * 1024
const mostRatio = 150
const ratioCounts = 256 * 1024

const xmlPart = /\.(?:xml|rels)$/i

/** By what the directory says, before anything is unpacked. */
function refuseByDirectory(entries: readonly Entry[]): void {
  let bytes = 0
  let text = 0
  for (const { fileName, uncompressedSize, compressedSize } of entries) {
    bytes += uncompressedSize
    if (xmlPart.test(fileName)) text += uncompressedSize
    const ratio = uncompressedSize / Math.max(compressedSize, 1)
    if (ratio > mostRatio && uncompressedSize > ratioCounts) throw new DocumentRefused('too-large')
  }
  if (bytes > mostBytes || text > mostTextBytes) throw new DocumentRefused('too-large')
}

/** Unpacks one part; one that is longer than the directory says is refused while it is read. */
async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  return buffer(await zip.openReadStreamPromise(entry))
}

async function readEntries(zip: ZipFile): Promise<Map<string, Buffer>> {
  if (zip.entryCount > mostEntries) throw new DocumentRefused('too-large')
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  refuseByDirectory(entries)
  const parts = new Map<string, Buffer>()
  for (const entry of entries) {
    if (entry.fileName.endsWith('/')) continue
    if (entry.isEncrypted()) throw new DocumentRefused('protected')
    if (parts.has(entry.fileName)) throw new DocumentRefused('broken')
    const content = await readPart(zip, entry)
    // No Word document has a document type; what it could declare are entities that multiply.
    if (xmlPart.test(entry.fileName) && content.includes('<!DOCTYPE')) throw new DocumentRefused('broken')
    parts.set(entry.fileName, content)
  }
  return parts
}

/**
 * The parts of a Word document, unpacked within limits.
 * @throws DocumentRefused
 */
export async function readDocxParts(path: string): Promise<Map<string, Buffer>> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    return await readEntries(zip)
  } catch (error) {
    throw error instanceof DocumentRefused ? error : new DocumentRefused('broken')
  } finally {
    zip?.close()
  }
}
