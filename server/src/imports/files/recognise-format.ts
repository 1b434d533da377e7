import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { fileTypeFromBuffer } from 'file-type'
import { t, translate } from '#texts'
import { ImportFileError } from './import-file-error.ts'

const mebibyte = 1024 * 1024
const maxTextBytes = 500 * mebibyte
const maxWorkbookBytes = 100 * mebibyte

const refusedTypes: Record<string, string> = {
  gz: /*i18n*/ 'This is a compressed file. Unpack it and upload the table inside.',
  '7z': /*i18n*/ 'This is an archive. Unpack it and upload the table inside.',
  rar: /*i18n*/ 'This is an archive. Unpack it and upload the table inside.',
  sqlite: /*i18n*/ 'This is a database file. Export the list as CSV.',
}

/** Texts that some programs give the ending .xls or .csv but that hold no delimited rows. */
const refusedTexts: [RegExp, string][] = [
  [
    /^(?:<!--.*?-->\s*)?(?:<!doctype\s+html|<html|<table|<head|<body|<meta|<div|<style|<script|<font)|^MIME-Version:/is,
    /*i18n*/ 'This is a web page with the name of a spreadsheet. Open it in your spreadsheet app and save it as .xlsx or CSV.',
  ],
  [
    /^<\?xml|^<Workbook|^<\?mso/i,
    /*i18n*/ 'This is an XML file. Open it in your spreadsheet app and save it as .xlsx or CSV.',
  ],
  [
    /^(?:\{|\[)\s*(?:\{|\[|"[^"\n]*"\s*:|\})|^(?:---\s+)?- [\w ]+: [^\n]*\n {2}[\w ]+: /,
    /*i18n*/ 'This is a JSON or YAML file. Save the list as CSV.',
  ],
  [/^BEGIN:V(?:CARD|CALENDAR)/i, /*i18n*/ 'This is a contact card file (vCard). Export the contacts as CSV.'],
  [/^PAR1/, /*i18n*/ 'This is a Parquet file. Save it as CSV.'],
  [
    /^%PDF-/,
    /*i18n*/ 'This is a PDF, not a table. Open it in your spreadsheet app and save it as .xlsx or CSV.',
  ],
  [/^\{\\rtf/, /*i18n*/ 'This is a text document, not a table. Save its table as .xlsx or CSV.'],
]

const refusedMedia: Record<string, string> = {
  image: /*i18n*/ 'This is an image file, not a table.',
  audio: /*i18n*/ 'This is an audio file, not a table.',
  video: /*i18n*/ 'This is a video file, not a table.',
}

/**
 * Tells a workbook from a delimited text by content, whatever the file is called.
 * Throws `ImportFileError` for everything else, with what it is and what to do.
 */
export async function recogniseFormat(path: string): Promise<'text' | 'xlsx'> {
  const { size } = await stat(path)
  if (size === 0) throw new ImportFileError('empty', t`The file is empty.`)
  const start = await readStart(path)

  if (start.readUInt32BE(0) === 0xd0cf11e0) throw await refuseCompoundFile(path)
  if (start.subarray(0, 2).toString('latin1') === 'PK' && start[2]! < 9) {
    if (size > maxWorkbookBytes)
      throw new ImportFileError(
        'too_large',
        t`The file is ${inMebibytes(size)} MB, but at most ${inMebibytes(maxWorkbookBytes)} MB can be imported at once. Save only the sheet with the candidates, or save it as CSV.`,
      )
    return 'xlsx'
  }
  const text = start
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart()
  const refusedText = refusedTexts.find(([pattern]) => pattern.test(text))
  if (refusedText) throw new ImportFileError('not_a_table', translate(refusedText[1]))

  await refuseByMagicNumber(start)
  if (size > maxTextBytes)
    throw new ImportFileError(
      'too_large',
      t`The file is ${inMebibytes(size)} MB, but at most ${inMebibytes(maxTextBytes)} MB can be imported at once. Split it and import the parts.`,
    )
  return 'text'
}

/** Only for bytes that are no text: two letters such as "BM" at the start of a CSV are a magic number too. */
async function refuseByMagicNumber(start: Buffer) {
  const startsWithByteOrderMark = /^(?:\xff\xfe|\xfe\xff|\0\0\xfe\xff)/.test(start.toString('latin1'))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells bytes from text
  if (startsWithByteOrderMark || !/[\0-\x08\x0e-\x1a]/.test(start.toString('latin1'))) return
  const type = await fileTypeFromBuffer(start)
  if (!type) return
  const known = refusedTypes[type.ext] ?? refusedMedia[type.mime.split('/')[0]!]
  if (known) throw new ImportFileError('not_a_table', translate(known))
}

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const buffer = Buffer.alloc(4100)
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return bytesRead < 4 ? buffer.subarray(0, 4) : buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function inMebibytes(bytes: number): number {
  return Math.ceil(bytes / mebibyte)
}

/** The old Office container holds .xls, .doc and, under an encrypted stream, password-protected .xlsx. */
async function refuseCompoundFile(path: string): Promise<ImportFileError> {
  const names = ['EncryptedPackage', 'Workbook', 'Book', 'WordDocument']
  const wanted = names.map((name) => Buffer.from(name, 'utf16le'))
  const found = new Set<string>()
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(path, { highWaterMark: mebibyte })) {
    const bytes = Buffer.concat([tail, chunk as Buffer])
    wanted.forEach((name, index) => {
      if (bytes.includes(name)) found.add(names[index]!)
    })
    tail = bytes.subarray(-64)
  }
  if (found.has('EncryptedPackage')) {
    return new ImportFileError(
      'password_protected',
      t`The workbook is password-protected. Save it without the password and upload it again.`,
    )
  }
  if (found.has('Workbook') || found.has('Book')) {
    return new ImportFileError(
      'old_excel',
      t`This is an old .xls workbook. Open it in your spreadsheet app and save it as .xlsx or CSV.`,
    )
  }
  return new ImportFileError(
    'not_a_table',
    t`This is an old Office document, not a table. Open it in your spreadsheet app and save it as .xlsx or CSV.`,
  )
}
