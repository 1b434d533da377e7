import { openPromise, type ZipFile } from 'yauzl'

const maxEntries = 5_000
const maxBytes = 200 * 1024 * 1024
const maxRatio = 200

/** Reads only the directory and unpacks nothing. */
async function readNames(zip: ZipFile): Promise<string[] | null> {
  if (zip.entryCount > maxEntries) return null
  const names: string[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1)
    if (bytes > maxBytes || (ratio > maxRatio && entry.uncompressedSize > 1024 * 1024)) return null
    names.push(entry.fileName.toLowerCase())
  }
  return names
}

/** Returns the entry names of a zip file; null if it is broken, a zip bomb, or contains macros. */
export async function zipEntryNames(path: string): Promise<string[] | null> {
  let zip: ZipFile | undefined
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false })
    const names = await readNames(zip)
    return names?.some((name) => name.endsWith('vbaproject.bin')) ? null : names
  } catch {
    return null
  } finally {
    zip?.close()
  }
}
