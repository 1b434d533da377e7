import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { t, translate } from '#texts'
import { ImportFileError } from '../import-file-error.ts'

const mebibyte = 1024 * 1024
const mostEntries = 10_000
/** Worksheets of people unpack to 5 to 30 times their size, bombs to a thousand times. */
const bombRatio = 200
const bombFloorBytes = 10 * mebibyte
const suspiciousBytes = 500 * mebibyte
const suspiciousRatio = 40
const mostBytes = 2048 * mebibyte

export type Archive = {
  has(name: string): boolean
  /** The unpacked bytes of a part; throws `ImportFileError` when it is missing or broken. */
  read(name: string): AsyncGenerator<Buffer>
  close(): void
}

const otherArchives: [RegExp, string][] = [
  [/^word\//, /*i18n*/ 'This is a Word document, not a table. Save its table as .xlsx or CSV.'],
  [/^ppt\//, /*i18n*/ 'This is a presentation, not a table. Save the list as .xlsx or CSV.'],
  [
    /^xl\/workbook\.bin$/,
    /*i18n*/ 'This is a binary .xlsb workbook. Open it in your spreadsheet app and save it as .xlsx.',
  ],
  [
    /^content\.xml$/,
    /*i18n*/ 'This is an OpenDocument file. Open it in your spreadsheet app and save it as .xlsx or CSV.',
  ],
  [/^index\/.*\.iwa$|^index\.zip$/, /*i18n*/ 'This is an Apple Numbers file. Export it as .xlsx or CSV.'],
]

/**
 * Opens a workbook's zip container by its directory alone: nothing is unpacked before entry count, sizes and
 * ratios are checked. Part names are found whatever their letter case.
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openZip(path)
  try {
    const entries = await readDirectory(zip)
    refuseBombs([...entries.values()])
    refuseOtherArchives(entries)
    return {
      has: (name) => entries.has(name.toLowerCase()),
      read: (name) => readEntry(zip, entries.get(name.toLowerCase()), name),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  } catch (error) {
    throw broken(error)
  }
}

async function readDirectory(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostEntries)
    throw unsafe(
      t`The workbook was rejected because it has ${zip.entryCount} parts. Save it again or as CSV.`,
    )
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry)
  } catch (error) {
    throw broken(error)
  }
  return entries
}

function refuseBombs(entries: Entry[]) {
  let packed = 0
  let unpacked = 0
  for (const { compressedSize, uncompressedSize } of entries) {
    packed += compressedSize
    unpacked += uncompressedSize
    if (uncompressedSize > bombFloorBytes && uncompressedSize > compressedSize * bombRatio) {
      throw unsafe(
        t`The workbook was rejected because part of it unpacks to more than ${bombRatio} times its size. Save it again or as CSV.`,
      )
    }
  }
  const isSuspicious = unpacked > suspiciousBytes && unpacked > packed * suspiciousRatio
  if (unpacked > mostBytes || isSuspicious) {
    throw unsafe(
      t`The workbook was rejected because it unpacks to ${Math.round(unpacked / mebibyte)} MB. Save it again or as CSV.`,
    )
  }
}

function refuseOtherArchives(entries: Map<string, Entry>) {
  if (entries.has('[content_types].xml') && entries.has('xl/workbook.xml')) return
  if ([...entries.values()].some((entry) => entry.isEncrypted())) {
    throw new ImportFileError(
      'password_protected',
      t`The archive is password-protected. Save the workbook without a password and upload it again.`,
    )
  }
  for (const [name, message] of otherArchives) {
    if ([...entries.keys()].some((entry) => name.test(entry)))
      throw new ImportFileError('not_a_table', translate(message))
  }
  if (entries.has('[content_types].xml')) return
  throw new ImportFileError('not_a_table', t`This is a zip archive. Unpack it and upload the table inside.`)
}

async function* readEntry(zip: ZipFile, entry: Entry | undefined, name: string): AsyncGenerator<Buffer> {
  if (!entry) throw broken(`it has no ${name}`)
  let stream: Readable
  try {
    stream = await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw broken(error)
  }
  try {
    for await (const chunk of stream) yield chunk as Buffer
  } catch (error) {
    throw error instanceof ImportFileError ? error : broken(error)
  }
}

function unsafe(message: string): ImportFileError {
  return new ImportFileError('unsafe_archive', message)
}

/** A damaged workbook, for whatever technical reason. */
export function broken(cause: unknown): ImportFileError {
  const error = new ImportFileError(
    'broken',
    t`The workbook is damaged. Open it in your spreadsheet app and save it again.`,
  )
  error.cause = cause
  return error
}
