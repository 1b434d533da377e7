import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { imageSizeFromFile } from 'image-size/fromFile'
import { zipEntryNames } from './zip-container.ts'

interface FileKind {
  contentType: string
  /** Allowed extensions. The first is appended to names with any other. */
  extensions: readonly [string, ...string[]]
}

interface FileEnds {
  head: Buffer
  tail: Buffer
}

export const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
/** The kinds whose text can be read, by content type. */
export const readableKinds: Partial<Record<string, 'pdf' | 'docx' | 'text'>> = {
  'application/pdf': 'pdf',
  [docx]: 'docx',
  'text/plain': 'text',
}

const odt = 'application/vnd.oasis.opendocument.text'

const endBytes = 66_000
/** A photo of a page has a tenth of this. */
const maxPixels = 100_000_000
/** As far as content sniffers look. */
const sniffedBytes = 1024

const markup = /<\s*(?:!doctype|html|head|body|script|iframe|svg|object|embed|style|meta|link)\b/i
const endOfZip = Buffer.from('PK\x05\x06', 'latin1')
const wordStream = Buffer.from('WordDocument', 'utf16le')

async function readEnds(path: string): Promise<FileEnds> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const length = Math.min(size, endBytes)
    const head = await file.read(Buffer.alloc(length), 0, length, 0)
    const tail = await file.read(Buffer.alloc(length), 0, length, size - length)
    return { head: head.buffer, tail: tail.buffer }
  } finally {
    await file.close()
  }
}

async function contains(path: string, needle: Buffer): Promise<boolean> {
  let carried = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const seen = Buffer.concat([carried, chunk as Buffer])
    if (seen.includes(needle)) return true
    carried = seen.subarray(-needle.length + 1)
  }
  return false
}

/**
 * Returns whether some programs could read the file as another kind: HTML markup in a binary kind, or an archive at its
 * end.
 */
function isPolyglot({ head, tail }: FileEnds): boolean {
  return markup.test(head.toString('latin1', 0, sniffedBytes)) || tail.includes(endOfZip)
}

async function isSmallImage(path: string): Promise<boolean> {
  try {
    const { width, height } = await imageSizeFromFile(path)
    return width * height <= maxPixels
  } catch {
    return false
  }
}

async function holds(path: string, part: string): Promise<boolean> {
  return (await zipEntryNames(path))?.includes(part) ?? false
}

/** The accepted binary kinds: how to recognize each by content, and what else must hold. */
const binaryKinds: Record<
  string,
  FileKind & { fits: (path: string, ends: FileEnds) => boolean | Promise<boolean> }
> = {
  'application/pdf': {
    contentType: 'application/pdf',
    extensions: ['.pdf'],
    fits: (_, ends) => !isPolyglot(ends),
  },
  'application/x-cfb': {
    contentType: 'application/msword',
    extensions: ['.doc'],
    fits: async (path, ends) => !isPolyglot(ends) && (await contains(path, wordStream)),
  },
  'application/rtf': {
    contentType: 'application/rtf',
    extensions: ['.rtf'],
    fits: (_, ends) => !isPolyglot(ends),
  },
  [docx]: { contentType: docx, extensions: ['.docx'], fits: (path) => holds(path, 'word/document.xml') },
  [odt]: { contentType: odt, extensions: ['.odt'], fits: (path) => holds(path, 'content.xml') },
  'image/png': {
    contentType: 'image/png',
    extensions: ['.png'],
    fits: async (path, ends) => !isPolyglot(ends) && (await isSmallImage(path)),
  },
  'image/jpeg': {
    contentType: 'image/jpeg',
    extensions: ['.jpg', '.jpeg'],
    fits: async (path, ends) => !isPolyglot(ends) && (await isSmallImage(path)),
  },
  'image/webp': {
    contentType: 'image/webp',
    extensions: ['.webp'],
    fits: async (path, ends) => !isPolyglot(ends) && (await isSmallImage(path)),
  },
}

const plainText: FileKind = { contentType: 'text/plain', extensions: ['.txt', '.md', '.csv', '.log'] }

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

/** Returns whether the text decodes without control characters and a browser would not take its start for HTML. */
async function isPlainText(path: string, { head }: FileEnds): Promise<boolean> {
  const decoder = new TextDecoder(encodingOf(head), { fatal: true })
  let start = ''
  try {
    for await (const chunk of createReadStream(path)) {
      const text = decoder.decode(chunk as Buffer, { stream: true })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what no text has
      if (/[\u0000-\u0008\u000b\u000e-\u001f\u007f]/.test(text)) return false
      if (start.length < sniffedBytes) start += text
    }
    decoder.decode()
  } catch {
    return false
  }
  return !/^\s*<[!?/a-z]/i.test(start) && !markup.test(start.slice(0, sniffedBytes))
}

/** Returns the kind of a file by its content, whatever its name; null if it is not accepted. */
export async function recogniseFile(path: string): Promise<FileKind | null> {
  const ends = await readEnds(path)
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const kind = found && binaryKinds[found.mime]
  if (kind) return (await kind.fits(path, ends)) ? kind : null
  return (await isPlainText(path, ends)) ? plainText : null
}
