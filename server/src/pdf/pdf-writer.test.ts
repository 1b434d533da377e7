import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { readPdfFonts } from '../config/read-settings.ts'
import { openPdf, pagesOf } from './fixtures/read-pdf.ts'
import { PdfWriter } from './pdf-writer.ts'

const open = (fontFiles: readonly string[] = []) =>
  new PdfWriter({
    title: 'Title',
    author: 'Author',
    created: new Date(0),
    language: 'en',
    margin: 50,
    fontFiles,
  })

async function finish(page: PdfWriter): Promise<Buffer> {
  const bytes = buffer(page.pdf)
  page.pdf.end()
  return bytes
}

const place = { x: 50, y: 50, width: 400 }
const require = createRequire(import.meta.url)
/** A folder of fonts, one of which has arrows; Inter's parts have none. */
const fontFolder = resolve(dirname(require.resolve('pdfjs-dist/package.json')), 'standard_fonts')

describe('PdfWriter', () => {
  it.each(['Łódź', 'Ολυμπία 12', 'Иван 34 (56)', 'Nguyễn Thị Ánh', 'José — “x” €5'])(
    'writes %s so that it can be selected',
    async (text) => {
      const page = open()
      page.write(text, place)
      expect(page.hasMissing).toBe(false)
      expect((await pagesOf(await finish(page)))[0]!.normalize('NFC')).toBe(text)
    },
  )

  it('marks characters that no font has, once in a row, with their text for copying', async () => {
    const page = open()
    page.write('山田 Taro 🙂', place)
    expect(page.hasMissing).toBe(true)
    expect((await pagesOf(await finish(page)))[0]).toBe('[?] Taro [?]')
  })

  it("takes what Inter lacks from the operator's fonts, and ignores a broken file", async () => {
    const page = open([require.resolve('pdfjs-dist/package.json'), ...readPdfFonts(fontFolder)])
    page.write('A → B', place)
    expect(page.hasMissing).toBe(false)
    expect((await pagesOf(await finish(page)))[0]).toBe('A → B')
  })

  it('refuses a folder of fonts that cannot be read', () => {
    expect(readPdfFonts(undefined)).toEqual([])
    expect(() => readPdfFonts('/no/such/folder')).toThrow('MUSTER_PDF_FONTS: the folder "/no/such/folder"')
  })

  it('breaks lines at spaces, and ends the last allowed one with an ellipsis', async () => {
    const page = open()
    page.write('one two three four five', { ...place, width: 60, lines: 2, size: 12 })
    expect((await pagesOf(await finish(page)))[0]).toMatch(/^one two\n?three.*…$/)
  })

  it('cuts a word that is longer than its line, between letters', () => {
    const page = open()
    const cut = page.fit('e\u0301'.repeat(200), 100, 10)
    expect(page.widthOf(cut, 10)).toBeLessThanOrEqual(100)
    expect(cut).toMatch(/^(e\u0301)+…$/)
  })

  it('draws what looks like a command or markup as text, and makes no link of it', async () => {
    const page = open()
    const text = ') Tj ET (<b>http://evil.example</b> =1+1'
    page.write(text, place)
    const pdf = await finish(page)
    expect((await pagesOf(pdf))[0]).toBe(text)
    expect(await (await (await openPdf(pdf)).getPage(1)).getAnnotations()).toEqual([])
  })
})
