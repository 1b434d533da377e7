import { deflateRawSync, deflateSync } from 'node:zlib'
import { listPositions } from '@muster/contract/positions.ts'
import * as contract from '@muster/contract/uploads.ts'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendFile } from '../../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts'
import { makeDocx } from '../fixtures/make-docx.ts'

let server: TestServer
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer({ config: { documentSeconds: 3 } })
  recruiter = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
})

afterAll(() => server?.stop())

interface Stream {
  dictionary: string
  data: Buffer
}

/** Makes a PDF of numbered objects without a cross-reference table, which readers rebuild. */
function pdfOf(objects: readonly (string | Stream)[], trailer = '/Root 1 0 R'): Buffer {
  const parts: (string | Buffer)[] = ['%PDF-1.7\n']
  objects.forEach((object, index) => {
    parts.push(`${index + 1} 0 obj\n`)
    if (typeof object === 'string') parts.push(object)
    else
      parts.push(
        `<<${object.dictionary}/Length ${object.data.length}>>\nstream\n`,
        object.data,
        '\nendstream',
      )
    parts.push('\nendobj\n')
  })
  parts.push(`trailer\n<<${trailer}>>\n%%EOF\n`)
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)))
}

function deflated(text: string): Stream {
  return { dictionary: '/Filter/FlateDecode', data: deflateSync(text) }
}

function pageOf(content: Stream, resources = '', more: readonly (string | Stream)[] = []): Buffer {
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<${resources}>>/Contents 4 0 R>>`,
    content,
    ...more,
  ])
}

/** Compresses text so that the word that ends a stream is in the compressed bytes, before most of them. */
function hiddenBehindAFalseEnd(text: string): Stream {
  const word = Buffer.from('% endstream \n')
  const block = Buffer.alloc(5)
  block.writeUInt16LE(word.length, 1)
  block.writeUInt16LE(~word.length & 0xffff, 3)
  const data = Buffer.concat([Buffer.from([0x78, 0x9c]), block, word, deflateRawSync(text), Buffer.alloc(4)])
  return { dictionary: '/Filter/FlateDecode', data }
}

const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const wordNamespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const relationship =
  '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.dat"/>'

function wordOf(body: string): string {
  return `<?xml version="1.0"?><w:document ${wordNamespace}><w:body>${body}</w:body></w:document>`
}

/** Makes a Word document with some parts added or replaced, packed so little that it is no bomb by its sizes. */
async function docxOf(parts: Record<string, string>, compression: 'STORE' | 'DEFLATE' = 'STORE') {
  const zip = await JSZip.loadAsync(await makeDocx(['Ana Ortiz']))
  for (const [name, content] of Object.entries(parts)) zip.file(name, content)
  return zip.generateAsync({ type: 'nodebuffer', compression })
}

const entities = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
).join('')

const hostile: [string, string, () => Buffer | Promise<Buffer>][] = [
  [
    'has metadata of thirty million open tags',
    'cv.pdf',
    () =>
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
        {
          dictionary: '/Filter/FlateDecode/Type/Metadata/Subtype/XML',
          data: deflateSync(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${'<a>'.repeat(30_000_000)}`),
        },
      ]),
  ],
  [
    'inflates to 400 MB behind a false end',
    'cv.pdf',
    () => pageOf(hiddenBehindAFalseEnd('q Q '.repeat(1e8))),
  ],
  [
    'hides its objects in a stream that inflates to 400 MB',
    'cv.pdf',
    () => {
      const { dictionary, data } = hiddenBehindAFalseEnd('1 0 '.repeat(1e8))
      return pdfOf(['', { dictionary: `${dictionary}/Type/ObjStm/N 1000000/First 100000000`, data }])
    },
  ],
  [
    'grows by run lengths',
    'cv.pdf',
    () => pageOf({ dictionary: '/Filter/RunLengthDecode', data: Buffer.alloc(8_000_000, '\x81 ', 'latin1') }),
  ],
  ['has a text of 60 million parts', 'cv.pdf', () => pageOf(deflated(`[${'1 '.repeat(60_000_000)}] TJ`))],
  [
    'has a font with two thousand million widths',
    'cv.pdf',
    () =>
      pageOf(deflated('BT /F 9 Tf (abc)Tj'), '/Font<</F 5 0 R>>', [
        '<</Type/Font/Subtype/Type0/Encoding/Identity-H/BaseFont/A/DescendantFonts[6 0 R]>>',
        '<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(A)/Ordering(I)/Supplement 0>>/W[0 2000000000 5]>>',
      ]),
  ],
  [
    'declares two thousand million objects',
    'cv.pdf',
    () => {
      const body = '%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'
      const table = '/Type/XRef/W[0 0 0]/Size 2147483647/Index[0 2147483647]/Root 1 0 R/Length 3'
      return Buffer.from(
        `${body}9 0 obj<<${table}>>\nstream\nabc\nendstream endobj\nstartxref\n${body.length}\n%%EOF`,
      )
    },
  ],
  [
    'writes for minutes',
    'cv.pdf',
    () =>
      pageOf(deflated(`BT /F 9 Tf ${'(a b)Tj 9 9 Td '.repeat(8_000_000)}`), '/Font<</F 5 0 R>>', [helvetica]),
  ],
  [
    'has two million elements',
    'cv.docx',
    () => docxOf({ 'word/document.xml': wordOf('<a/>'.repeat(1_900_000)) }),
  ],
  [
    'has a page header of open tags',
    'cv.docx',
    () => docxOf({ 'word/header1.xml': `<?xml version="1.0"?><w:hdr>${'<a>'.repeat(2_500_000)}` }),
  ],
  [
    'declares entities in a part of another name',
    'cv.docx',
    () =>
      docxOf({
        'word/document.dat': `<!DOCTYPE d [<!ENTITY e0 "aaaa">${entities}]>${wordOf('<w:p><w:r><w:t>&e9;</w:t></w:r></w:p>').slice(21)}`,
        '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship}</Relationships>`,
      }),
  ],
  [
    'has 15 MB of text in a part of another name',
    'cv.docx',
    () =>
      docxOf({
        'word/document.dat': wordOf(`<w:p><w:r><w:t>${Buffer.alloc(15_000_000, 'abcdefghij ').toString()}`),
        '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationship}</Relationships>`,
      }),
  ],
]

describe('a hostile document', () => {
  it.each(hostile)(
    'that %s is refused, and the server answers meanwhile',
    async (_, name, make) => {
      const response = await sendFile(server, contract.uploadFile, recruiter, await make(), name)
      const { id } = (await response.json()) as { id: string }
      expect(response.status).toBe(201)
      let isOver = false
      const reading = server.call(contract.readResume, { as: recruiter, params: { id } }).finally(() => {
        isOver = true
      })
      do expect((await server.call(listPositions, { as: recruiter })).status).toBe(200)
      while (!isOver)
      const { status, body } = await reading
      expect(status).toBe(422)
      expect(body).toMatchObject({ code: 'VALIDATION', details: { file: [expect.any(String)] } })
    },
    120_000,
  )
})
