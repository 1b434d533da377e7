import { openPromise, type ZipFile } from 'yauzl'

const mostEntries = 5_000
const mostBytes = 200 * 1024 * 1024
const mostRatio = 200

/** Reads no more than the directory: nothing is unpacked. */
async function readNames(zip: ZipFile): Promise<string[] | null> {
  if (zip.entryCount > mostEntries) return null
  const names: string[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1)
    if (bytes > mostBytes || (ratio > mostRatio && entry.uncompressedSize > 1024 * 1024)) return null
    names.push(entry.fileName.toLowerCase())
  }
  return names
}

/** The names of what a zip file holds, or null when it is broken, a bomb, or holds macros. */
export async function namesInZip(path: string): Promise<string[] | null> {
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
