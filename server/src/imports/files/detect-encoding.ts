import { isAscii, isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import iconv from 'iconv-lite'
import { t } from '#texts'
import { guessLegacyEncoding } from './guess-legacy-encoding.ts'
import { ImportFileError } from './import-file-error.ts'

const chunkBytes = 1024 * 1024
/** Enough text with accents to tell one legacy encoding from another. */
const evidenceBytes = 64 * 1024

const byteOrderMarks: [string, number[]][] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['gb18030', [0x84, 0x31, 0x95, 0x33]],
]

type Scan = {
  start: Buffer
  hasNul: boolean
  /** The line of the first byte that is not UTF-8, from 1; null when all of the file is UTF-8. */
  notUtf8Line: number | null
  /** Lines that hold bytes above ASCII, from anywhere in the file. */
  evidence: Buffer
  size: number
}

/**
 * The encoding of a text file, by its byte order mark, its zero bytes, and whether every byte of it (not just the
 * first thousands) is valid. Reads the file once. Throws `ImportFileError` when the mark and the bytes
 * contradict each other, when encodings are mixed, and when it is no text at all.
 */
export async function detectEncoding(path: string): Promise<string> {
  const scan = await scanFile(path)
  const marked = byteOrderMarks.find(([, mark]) =>
    mark.every((byte, index) => scan.start[index] === byte),
  )?.[0]
  if (marked) {
    await refuseLyingMark(path, marked, scan)
    return marked
  }
  if (scan.hasNul) {
    const wide = guessWideEncoding(scan.start)
    if (wide) return wide
    throw new ImportFileError(
      'binary',
      t`The file is not text: it contains null bytes. Save it as CSV or .xlsx.`,
    )
  }
  refuseBinary(scan.start)
  if (scan.notUtf8Line === null) return 'utf-8'
  refuseMixedEncodings(scan)
  const guess = await guessLegacyEncoding(scan.evidence)
  if (guess === null)
    throw new ImportFileError(
      'encoding',
      t`Line ${scan.notUtf8Line} cannot be read in any known encoding. Save the file again as UTF-8.`,
    )
  if (!eastAsian.test(guess)) refuseUtf8Among(scan)
  return guess
}

const eastAsian = /^(?:gb18030|big5|shift_jis|euc-)/

async function scanFile(path: string): Promise<Scan> {
  let start: Buffer | undefined
  let hasNul = false
  let notUtf8Line: number | null = null
  let linesBefore = 0
  let size = 0
  let tail: Buffer = Buffer.alloc(0)
  const evidence: Buffer[] = []
  let collected = 0

  for await (const read of createReadStream(path, { highWaterMark: chunkBytes })) {
    const chunk = read as Buffer
    start ??= chunk.subarray(0, evidenceBytes)
    size += chunk.length
    hasNul ||= chunk.includes(0)
    const bytes: Buffer = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
    const whole = bytes.subarray(0, endOfWholeCharacters(bytes))
    tail = bytes.subarray(whole.length)
    if (isAscii(whole)) {
      if (notUtf8Line === null) linesBefore += countLines(whole)
      continue
    }
    if (collected < evidenceBytes) {
      const lines = linesAboveAscii(whole, evidenceBytes - collected)
      collected += lines.length
      evidence.push(lines)
    }
    if (notUtf8Line === null) {
      if (!isUtf8(whole)) notUtf8Line = linesBefore + firstLineNotUtf8(whole)
      else linesBefore += countLines(whole)
    }
  }
  if (tail.length > 0 && !isUtf8(tail)) {
    notUtf8Line ??= linesBefore + 1
    evidence.push(tail)
  }
  return { start: start ?? Buffer.alloc(0), hasNul, notUtf8Line, evidence: Buffer.concat(evidence), size }
}

/** Leaves a UTF-8 character cut by the end of the chunk to the next one. */
function endOfWholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes.length
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return needed > back ? bytes.length - back : bytes.length
    }
  }
  return bytes.length
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}

function* linesOf(bytes: Buffer): Generator<Buffer> {
  let from = 0
  while (from < bytes.length) {
    const end = bytes.indexOf(10, from)
    const next = end === -1 ? bytes.length : end + 1
    yield bytes.subarray(from, next)
    from = next
  }
}

function firstLineNotUtf8(bytes: Buffer): number {
  let line = 1
  for (const candidate of linesOf(bytes)) {
    if (!isUtf8(candidate)) return line
    line++
  }
  return line
}

function linesAboveAscii(bytes: Buffer, most: number): Buffer {
  const found: Buffer[] = []
  let length = 0
  for (const line of linesOf(bytes)) {
    if (isAscii(line)) continue
    found.push(line.subarray(0, 2000))
    length += Math.min(line.length, 2000)
    if (length >= most) break
  }
  return Buffer.concat(found)
}

async function refuseLyingMark(path: string, marked: string, scan: Scan) {
  const name = marked.toUpperCase()
  const lie = (message: string) => new ImportFileError('encoding', message)
  if (marked === 'utf-8') {
    if (scan.hasNul)
      throw lie(
        t`The file starts with a ${name} byte order mark but contains null bytes. Save it again as UTF-8.`,
      )
    if (scan.notUtf8Line !== null)
      throw lie(
        t`The file starts with a ${name} byte order mark but line ${scan.notUtf8Line} is not ${name}. Save it again as UTF-8.`,
      )
    return
  }
  if (marked === 'gb18030') {
    if (isUtf8(scan.start.subarray(4, endOfWholeCharacters(scan.start))) && !isAscii(scan.start.subarray(4)))
      throw lie(t`The file starts with a ${name} byte order mark but is not ${name}. Save it again as UTF-8.`)
    return
  }
  // Every table in two or four bytes a character has line ends or delimiters, and those have zero bytes.
  if (!scan.hasNul && scan.start.length > 8)
    throw lie(
      t`The file starts with a ${name} byte order mark but uses one byte per character. Save it again as UTF-8.`,
    )
  if (scan.size % (marked.startsWith('utf-32') ? 4 : 2) !== 0)
    throw lie(
      t`The file starts with a ${name} byte order mark but ends in the middle of a character. Save it again as UTF-8.`,
    )
  const reversed = marked.endsWith('le') ? marked.replace('le', 'be') : marked.replace('be', 'le')
  if (countLayout(scan.start, marked) === 0 && countLayout(scan.start, reversed) > 0)
    throw lie(
      t`The file starts with a ${name} byte order mark but its bytes are in the opposite order. Save it again as UTF-8.`,
    )
  const decoder = iconv.getDecoder(marked)
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    if (decoder.write(chunk as Buffer).includes('\ufffd'))
      throw lie(
        t`The file starts with a ${name} byte order mark but contains invalid characters. Save it again as UTF-8.`,
      )
  }
}

/** Line ends and delimiters: every table has some. */
function countLayout(bytes: Buffer, encoding: string): number {
  return iconv.decode(wholeUnits(bytes), encoding).match(/[\n\r\t,;|]/g)?.length ?? 0
}

/** UTF-16 and UTF-32 without a mark: the zero bytes of ASCII characters stand in regular places. */
function guessWideEncoding(start: Buffer): string | null {
  const places = [0, 0, 0, 0]
  for (let index = 0; index < start.length; index++) if (start[index] === 0) places[index % 4]!++
  const [first = 0, second = 0, third = 0, fourth = 0] = places
  const all = first + second + third + fourth
  const quarter = start.length / 4
  const candidates =
    all < start.length / 100
      ? []
      : second + third + fourth > quarter * 2.4 && third > quarter * 0.9
        ? ['utf-32le']
        : first + second + third > quarter * 2.4 && second > quarter * 0.9
          ? ['utf-32be']
          : second + fourth > all * 0.95
            ? ['utf-16le']
            : first + third > all * 0.95
              ? ['utf-16be']
              : []
  return candidates.find((encoding) => isPlainText(iconv.decode(wholeUnits(start), encoding))) ?? null
}

function wholeUnits(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length - (bytes.length % 4))
}

function isPlainText(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells bytes from text
  return !/[\0-\x08\x0e-\x1f\ufffe\uffff]|\ufffd(?!$)/.test(text) && /[\n\r,;\t|]/.test(text)
}

/** A few stray control characters are harmless, and one kind of them in every line is a delimiter. */
function refuseBinary(bytes: Buffer) {
  const counts = new Map<number, number>()
  let controls = 0
  let lines = 1
  for (const byte of bytes) {
    if (byte === 10 || byte === 13) lines++
    // 0x1a ends files under DOS; 0x1c to 0x1f are separators that some exports use as delimiters.
    if (byte >= 9 && (byte <= 13 || byte >= 0x1a) && byte !== 0x1b) continue
    controls++
    counts.set(byte, (counts.get(byte) ?? 0) + 1)
  }
  if (bytes.includes('\x1b$') || bytes.includes('\x1b('))
    throw new ImportFileError(
      'encoding',
      t`The file uses ISO-2022, an email encoding that cannot be read. Save it again as UTF-8.`,
    )
  const isDelimiter = counts.size === 1 && [...counts.values()][0]! >= lines - 1
  if (controls > bytes.length * 0.02 && !isDelimiter)
    throw new ImportFileError('binary', t`The file contains binary data, not text. Save it as CSV or .xlsx.`)
}

/** In an encoding of one byte a character, no line of words happens to be UTF-8 too. */
function refuseUtf8Among({ evidence, notUtf8Line }: Scan) {
  for (const line of linesOf(evidence)) {
    if (!isUtf8(line) || isAscii(line)) continue
    throw new ImportFileError(
      'encoding',
      t`Some lines of the file are UTF-8, but line ${notUtf8Line ?? 1} is not. Save it again as UTF-8.`,
    )
  }
}

/** UTF-8 with a few foreign bytes would read as garbage in whatever single encoding is chosen. */
function refuseMixedEncodings(scan: Scan) {
  const text = scan.evidence.toString('utf8')
  const valid = text.match(/[\u0080-\ufffc]|[\u{10000}-\u{10ffff}]/gu)?.length ?? 0
  const invalid = text.match(/\ufffd/g)?.length ?? 0
  if (valid < 5 || valid < invalid * 4) return
  throw new ImportFileError(
    'encoding',
    t`Most of the file is UTF-8, but line ${scan.notUtf8Line ?? 1} is not. Save it again as UTF-8.`,
  )
}
