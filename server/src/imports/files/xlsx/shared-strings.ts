import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Archive } from './archive.ts'
import { unescapeText } from './cell-text.ts'
import { parseXml } from './parse-xml.ts'

const stringsOfPage = 512
/** Beyond this the strings go to a temporary file, so that a workbook of any size takes the same memory. */
const mostBytesInMemory = 16 * 1024 * 1024
const pagesAtHand = 128

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
      if (inText) text += part
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
  const atHand = new Map<number, string[]>()
  let building: string[] = []
  let scratch = Buffer.alloc(0)
  let bytes = 0
  let file: { descriptor: number; path: string; size: number } | undefined

  function seal() {
    // XML has no NUL characters, so they part the strings safely.
    const text = building.join('\0')
    const length = Buffer.byteLength(text)
    building = []
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

  function load(number: number): string[] {
    const known = atHand.get(number)
    if (known) return known
    const page = pages[number]
    if (page === undefined) return []
    let content = page
    if (!Buffer.isBuffer(content)) {
      const { offset, length } = content
      if (scratch.length < length) scratch = Buffer.alloc(length)
      readSync(file!.descriptor, scratch, 0, length, offset)
      content = scratch.subarray(0, length)
    }
    const strings = content.toString('utf8').split('\0')
    if (atHand.size >= pagesAtHand) atHand.delete(atHand.keys().next().value!)
    atHand.set(number, strings)
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

function openScratchFile() {
  const path = join(tmpdir(), `muster-strings-${randomUUID()}`)
  return { descriptor: openSync(path, 'wx+', 0o600), path, size: 0 }
}
