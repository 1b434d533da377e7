import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { drawPage, openPdf, pagesOf } from '../../pdf/fixtures/read-pdf.ts'
import { lockedPdf } from '../fixtures/locked-pdf.ts'
import { makeDocx } from '../fixtures/make-docx.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import { DocumentRefused } from '../reading/read-document.ts'
import { readDocx } from '../reading/read-docx.ts'
import { coverDocument } from './cover-document.ts'
import { findContacts, replaceSpans } from './find-contacts.ts'

const request = {
  known: {
    emails: ['marcus.delgado@example.com'],
    phones: ['+17205550163'],
    links: ['https://linkedin.com/in/marcus-delgado'],
  },
  country: 'US',
}

/**
 * What must be in no byte of a copy: the contact data of the fixtures, in parts that would be enough. Each part is too
 * long to occur by chance in compressed bytes.
 */
const secrets = [
  'marcus.delgado',
  'example.com',
  '5550163',
  '555-0163',
  '555 0163',
  '555.0163',
  'linkedin',
  'marcus-delgado',
  'delgado.dev',
]

/** What must not be in the text of a copy in addition: a line may break within a phone number. */
const partsOfNumbers = ['555', '0163']

const noText = () => Promise.reject(new Error('A PDF is not read as lines'))

const cover = (pdf: Buffer) => coverDocument('pdf', pdf, request, noText)

/** Returns every stream of a PDF as it is and decoded, and what is outside of streams. */
function partsOf(pdf: Buffer): string[] {
  const parts = [pdf.toString('latin1')]
  for (let at = pdf.indexOf('stream'); at !== -1; at = pdf.indexOf('stream', at + 6)) {
    if (pdf.subarray(at - 3, at).toString('latin1') === 'end') continue
    const start = at + 6 + (pdf[at + 6] === 0x0d ? 2 : 1)
    const content = pdf.subarray(start, pdf.indexOf('endstream', start))
    try {
      parts.push(inflateSync(content).toString('latin1'))
    } catch {
      parts.push(content.toString('latin1'))
    }
  }
  return parts
}

/** Returns a text as a PDF may store it: as it is, in hexadecimal digits, and in two bytes for each letter. */
function formsOf(secret: string): string[] {
  const wide = [...secret].map((letter) => `\u0000${letter}`).join('')
  const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')
  return [secret, wide, hex(secret), hex(wide)]
}

const textOf = async (pdf: Buffer) => (await pagesOf(pdf)).join('\n')

/** Asserts that nothing of the contact data is left: in streams, metadata, annotations, attachments, text layer. */
async function expectCovered(pdf: Buffer) {
  const parts = partsOf(pdf).map((part) => part.toLowerCase())
  for (const secret of secrets)
    for (const form of formsOf(secret))
      expect(parts.filter((part) => part.includes(form.toLowerCase()))).toEqual([])
  const document = await openPdf(pdf)
  expect(await document.getAttachments()).toBeNull()
  const { info } = (await document.getMetadata()) as { info: Record<string, unknown> }
  expect([info.Author, info.Title, info.Subject, info.Keywords]).toEqual(Array(4).fill(undefined))
  for (let number = 1; number <= document.numPages; number += 1)
    expect(await (await document.getPage(number)).getAnnotations()).toEqual([])
  const text = (await textOf(pdf)).toLowerCase().replace(/\s/g, '')
  for (const secret of [...secrets, ...partsOfNumbers]) expect(text).not.toContain(secret)
}

/** Returns how many pixels of a part of the first page are dark, by its corners in points from the top left. */
async function countInk(pdf: Buffer, [left, top, right, bottom]: [number, number, number, number]) {
  const canvas = await drawPage(pdf)
  const { data } = canvas
    .getContext('2d')
    .getImageData(left * 2, top * 2, (right - left) * 2, (bottom - top) * 2)
  let dark = 0
  for (let at = 0; at < data.length; at += 4) if (data[at]! < 120) dark += 1
  return dark
}

describe('the copy of a PDF', () => {
  const resume = () =>
    makePdf(
      [
        [
          { text: 'Marcus Delgado', size: 20 },
          'Aurora, Colorado | (720) 555-0163 | marcus.delgado@example.com',
          '7 2 0 . 5 5 5 . 0 1 6 3',
          'linkedin.com/in/marcus-delgado · www.delgado.dev',
          { text: 'My page', link: 'https://delgado.dev/me' },
          'marcus.delgado',
          '@example.com',
          'OTR driver, Ridgeline Carriers, Mar 2022 - Present',
          '48-state refrigerated, 2,600 to 2,900 miles a week, 98.6% on time',
          '2018 - 2022   2014 - 2018',
        ],
        ['References: +1 720 555 0163', 'Safety award 2021'],
      ],
      { author: 'marcus.delgado@example.com' },
    )

  it('has no contact data in any stream, metadata, annotation or attachment, byte by byte', async () => {
    const { pdf, pages } = await cover(await resume())
    expect(pages).toBe(2)
    await expectCovered(pdf)
  })

  it('keeps the rest, as pictures and as text', async () => {
    const { pdf } = await cover(await resume())
    const text = await textOf(pdf)
    for (const kept of [
      'Marcus Delgado',
      'Aurora, Colorado',
      'Mar 2022 - Present',
      '2,600 to 2,900 miles',
      '2018 - 2022',
      'Safety award 2021',
    ])
      expect(text).toContain(kept)
    expect(await countInk(pdf, [50, 45, 190, 62])).toBeGreaterThan(500)
  })

  it('shows no ink where contact data were', async () => {
    const file = await resume()
    // The third line holds nothing but the phone number.
    const third: [number, number, number, number] = [50, 100, 190, 113]
    expect(await countInk(file, third)).toBeGreaterThan(50)
    expect(await countInk((await cover(file)).pdf, third)).toBe(0)
  })

  it('has none of the attachments, pictures and forms of the file', async () => {
    const doc = new PDFDocument({ info: { Title: 'marcus.delgado@example.com', Keywords: '5550163' } })
    const bytes = buffer(doc)
    doc.text('Marcus Delgado drives trucks across Colorado in every season of the year.')
    doc.file(Buffer.from('marcus.delgado@example.com'), { name: 'card-5550163.vcf' })
    doc.textAnnotation(50, 50, 100, 20, 'Call 7205550163')
    const canvas = createCanvas(400, 80)
    canvas.getContext('2d').fillRect(0, 0, 400, 80)
    doc.image(await canvas.encode('png'), 72, 200, { width: 300 })
    doc.end()
    const { pdf } = await cover(await bytes)
    await expectCovered(pdf)
    expect(await countInk(pdf, [72, 200, 372, 260])).toBe(0)
  })

  it('is refused for pictures of text, for text drawn as outlines, and for more pages than a résumé has', async () => {
    const doc = new PDFDocument()
    const bytes = buffer(doc)
    doc.rect(72, 72, 300, 300).fill('#000000')
    doc.end()
    const problemOf = (file: Buffer) =>
      cover(file).then(
        () => null,
        (error) => (error instanceof DocumentRefused ? error.problem : error),
      )
    expect(await problemOf(await bytes)).toBe('no-text')
    const outlined = new PDFDocument()
    const outlines = buffer(outlined)
    outlined.text('Marcus Delgado, driver')
    for (let curve = 0; curve < 500; curve += 1)
      outlined.moveTo(72, 200).bezierCurveTo(80, curve, 90, 210, 100, 220)
    outlined.stroke().end()
    expect(await problemOf(await outlines)).toBe('no-text')
    expect(await problemOf(await makePdf(Array.from({ length: 16 }, () => ['A page of text'])))).toBe(
      'too-large',
    )
    expect(await problemOf(Buffer.from('%PDF-1.4 broken'))).toBe('broken')
    expect(await problemOf(lockedPdf)).toBe('protected')
  })
})

describe('the copy of a Word document or a text', () => {
  const paragraphs = [
    'Marcus Delgado',
    'Aurora, Colorado | Phone: (720) 555-0163 | Email: marcus.delgado@example.com',
    'linkedin.com/in/marcus-delgado',
    'OTR driver, Ridgeline Carriers, Mar 2022 - Present',
  ]

  it('is a PDF of its text without contact data', async () => {
    const docx = await makeDocx(paragraphs)
    const { pdf, pages } = await coverDocument('docx', docx, request, () => readDocx(docx))
    expect(pages).toBe(1)
    await expectCovered(pdf)
    const text = await textOf(pdf)
    expect(text).toContain('Ridgeline Carriers')
    expect(text).not.toMatch(/Phone|Email/)
  })

  it('covers what is on record across lines', async () => {
    const lines = ['Marcus', 'marcus.delgado', '@example.com', '720 555', '0163 driver'].map((text) => ({
      text,
      size: 0,
    }))
    const read = async () => ({ lines, links: [], author: null })
    const { pdf } = await coverDocument('text', Buffer.alloc(0), request, read)
    await expectCovered(pdf)
    expect(await textOf(pdf)).toContain('driver')
  })

  it('is refused if it has no text, or letters that our fonts lack', async () => {
    const refusal = (text: string) =>
      coverDocument('text', Buffer.alloc(0), request, async () => ({
        lines: [{ text, size: 0 }],
        links: [],
        author: null,
      })).then(
        () => null,
        (error) => error.problem,
      )
    expect(await refusal(' ')).toBe('no-text')
    expect(await refusal('履歴書 山田太郎 東京都')).toBe('unreadable')
  })
})

describe('findContacts', () => {
  const nobody = { emails: [], phones: [], links: [] }
  const hide = (text: string) => replaceSpans(text, findContacts(text, nobody, 'US'), '█')

  it.each([
    ['Reach me: ana@example.org today', 'Reach me: █ today'],
    ['ana (at) example.org', '█'],
    ['ana at example dot org', '█'],
    ['+49 (0)30 901820-55', '█'],
    ['720.555.0163', '█'],
    ['(720) 555-0163', '█'],
    ['WhatsApp: 0171 4455667', 'WhatsApp: █'],
    ['See github.com/ana-k and https://ana.dev/cv', 'See █ and █'],
    ['LinkedIn: ana-kowalski', 'LinkedIn: █'],
    ['Twitter @ana_k', 'Twitter █'],
  ])('covers %s', (text, hidden) => {
    expect(hide(text)).toBe(hidden)
  })

  it.each([
    'Mar 2022 - Present',
    '2018 - 2022',
    '01/2019 - 03/2022',
    '2014–2018 and 2019–2021',
    '640,000 accident-free miles',
    'Colorado CDL Class A, valid through August 2029',
    'Tanker (N), Hazmat (H), TWIC card',
    'Moved 60 to 80 trailers a shift',
    'ASP.NET, Node.js and C++',
  ])('leaves %s', (text) => {
    expect(hide(text)).toBe(text)
  })
})
