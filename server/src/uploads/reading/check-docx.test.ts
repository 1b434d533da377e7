import { randomBytes } from 'node:crypto'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { makeDocx } from '../fixtures/make-docx.ts'
import { readDocxParts } from './check-docx.ts'

const kilobytes = 1024
const megabytes = 1024 * kilobytes

async function withParts(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = await JSZip.loadAsync(await makeDocx(['Ana Ortiz']))
  for (const [name, content] of Object.entries(parts)) zip.file(name, content)
  return zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' })
}

/** Replaces a text of the same length wherever it is in the file. */
function replaced(file: Buffer, text: string, by: string): Buffer {
  return Buffer.from(file.toString('latin1').replaceAll(text, by), 'latin1')
}

/** Sets the flag of encrypted parts in the headers of all compressed parts of a zip file. */
function encrypted(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  for (const [signature, flags] of [
    ['PK\x03\x04', 6],
    ['PK\x01\x02', 8],
  ] as const)
    for (let at = copy.indexOf(signature); at >= 0; at = copy.indexOf(signature, at + 1))
      if (copy[at + flags + 2] !== 0) copy[at + flags] = copy[at + flags]! | 1
  return copy
}

describe('readDocxParts', () => {
  it('returns the parts of a document', async () => {
    const parts = await readDocxParts(await makeDocx(['Ana Ortiz']))
    expect(parts.get('word/document.xml')?.toString()).toContain('Ana Ortiz')
  })

  it.each([
    ['declares entities', 'broken', () => withParts({ 'word/a.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a/>' })],
    [
      'holds one part twice',
      'broken',
      async () => replaced(await withParts({ 'word/a.xml': '<a/>', 'word/b.xml': '<b/>' }), 'b.xml', 'a.xml'),
    ],
    ['is encrypted', 'protected', async () => encrypted(await withParts({}))],
    [
      'has a part that expands by more than 150 times',
      'too-large',
      () => withParts({ 'word/a.bin': Buffer.alloc(300 * kilobytes) }),
    ],
    [
      'has more than 8 MB of text',
      'too-large',
      () => withParts({ 'word/a.xml': `<a>${randomBytes(4.1 * megabytes).toString('hex')}</a>` }),
    ],
    [
      'has more than 2,000 parts',
      'too-large',
      () => withParts(Object.fromEntries(Array.from({ length: 2_001 }, (_, n) => [`word/${n}.bin`, '']))),
    ],
  ])('refuses a file that %s', async (_, problem, make) => {
    await expect(readDocxParts(await make())).rejects.toMatchObject({ problem })
  })

  it('takes a small part that expands as much', async () => {
    const parts = await readDocxParts(await withParts({ 'word/a.bin': Buffer.alloc(200 * kilobytes) }))
    expect(parts.get('word/a.bin')?.length).toBe(200 * kilobytes)
  })
})
