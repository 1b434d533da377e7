import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Archive, broken } from './archive.ts'
import { unescapeText } from './cell-text.ts'
import { addText, parseXml } from './parse-xml.ts'

const stringsOfPage = 512
/** Beyond this the strings go to a temporary file, so that a workbook of any size takes the same memory. */
const mostBytesInMemory = 16 * 1024 * 1024
const pagesAtHand = 128
/** Of all pages at hand, and so of one at most. */
const charactersAtHand = 64 * 1024 * 1024

type Page = Buffer | { offset: number; length: number }

export type SharedStrings = {
  get(index: number): string
  /** Whether the strings lie in a temporary file, to be closed soon. */
  isOnDisk: boolean
  close(): void
}

/** Reads the workbook's table of strings. The formatted runs of a string are joined; reading aids are left out. */
export async function readSharedStrings(archive: Archive, part: string | undefined): Promise<SharedStrings> {
  const store = createStore()
  if (part === undefined || !archive.has(part)) return store.finish()
  let text = ''
  let inText = false
  let inPhonetic = false
  const parsing = parseXml(archive.read(part), {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') inText = !inPhonetic
      else if (name === 'rPh') inPhonetic = true
    },
    close(name) {
      if (name === 'si') store.add(unescapeText(text))
      else if (name === 't') inText = false
      else if (name === 'rPh') inPhonetic = false
    },
    text(part) {
      if (inText) text = addText(text, part)
    },
  })
  try {
    for await (const _ of parsing);
    return store.finish()
  } catch (error) {
    store.close()
    throw error
  }
}

function createStore() {
  const pages: Page[] = []
  const atHand = new Map<number, { strings: string[]; length: number }>()
  let building: string[] = []
  let buildingLength = 0
  let atHandLength = 0
  let scratch = Buffer.alloc(0)
  let bytes = 0
  let file: { descriptor: number; path: string; size: number } | undefined

  function seal() {
    // XML has no NUL characters, so they part the strings safely.
    const text = building.join('\0')
    const length = Buffer.byteLength(text)
    building = []
    buildingLength = 0
    bytes += length
    if (bytes <= mostBytesInMemory) {
      pages.push(Buffer.from(text))
      return
    }
    file ??= openScratchFile()
    writeSync(file.descriptor, text, file.size)
    pages.push({ offset: file.size, length })
    file.size += length
  }

  /** Drops the page that has been at hand for longest. */
  function evict() {
    const [number, { length }] = atHand.entries().next().value!
    atHand.delete(number)
    atHandLength -= length
  }

  function load(number: number): string[] {
    const known = atHand.get(number)
    if (known) return known.strings
    const page = pages[number]
    if (page === undefined) return []
    let content = page
    if (!Buffer.isBuffer(content)) {
      const { offset, length } = content
      if (scratch.length < length) scratch = Buffer.alloc(length)
      readSync(file!.descriptor, scratch, 0, length, offset)
      content = scratch.subarray(0, length)
    }
    const text = content.toString('utf8')
    const strings = text.split('\0')
    atHandLength += text.length
    while (atHand.size >= pagesAtHand || (atHand.size > 0 && atHandLength > charactersAtHand)) evict()
    atHand.set(number, { strings, length: text.length })
    return strings
  }

  function close() {
    if (!file) return
    closeSync(file.descriptor)
    rmSync(file.path, { force: true })
    file = undefined
  }

  return {
    add(text: string) {
      buildingLength += text.length
      if (buildingLength > charactersAtHand) throw broken('its texts are too long')
      building.push(text)
      if (building.length === stringsOfPage) seal()
    },
    close,
    finish(): SharedStrings {
      if (building.length > 0) seal()
      return {
        get: (index) => load(Math.floor(index / stringsOfPage))[index % stringsOfPage] ?? '',
        isOnDisk: file !== undefined,
        close,
      }
    },
  }
}

/** Elsewhere than on Windows nothing of it stays, even if this process is killed: its name goes at once. */
function openScratchFile() {
  const path = join(tmpdir(), `muster-strings-${randomUUID()}`)
  const descriptor = openSync(path, 'wx+', 0o600)
  if (process.platform !== 'win32') rmSync(path)
  return { descriptor, path, size: 0 }
}
