import { deflateSync } from 'node:zlib'
import { createCandidate } from '@muster/contract/candidates.ts'
import * as contract from '@muster/contract/uploads.ts'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hideContacts } from '../testing/hide-contacts.ts'
import { sendFile } from '../testing/seed.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { lockedPdf } from './fixtures/locked-pdf.ts'
import { makeDocx } from './fixtures/make-docx.ts'
import { makePdf } from './fixtures/make-pdf.ts'

let server: TestServer
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer()
  recruiter = await server.addUser((await server.addWorkspace()).workspaceId, 'recruiter')
})

afterAll(() => server?.stop())

async function upload(content: Buffer | string, name: string, as = recruiter): Promise<string> {
  const response = await sendFile(server, contract.uploadFile, as, content, name)
  const body = (await response.json()) as { id: string; message?: string }
  if (response.status !== 201) throw new Error(`${name} was refused: ${body.message}`)
  return body.id
}

async function read(content: Buffer | string, name: string, as = recruiter) {
  const id = await upload(content, name, as)
  return server.call(contract.readResume, { as, params: { id } })
}

async function preview(content: Buffer | string, name = 'letter.docx') {
  const id = await upload(content, name)
  return server.call(contract.previewFile, { as: recruiter, params: { id } })
}

/** Makes a Word document with some parts added or replaced. */
async function changeDocx(
  parts: Record<string, string | Buffer>,
  compression: 'STORE' | 'DEFLATE' = 'STORE',
): Promise<Buffer> {
  const zip = await JSZip.loadAsync(await makeDocx(['Ana Ortiz']))
  for (const [name, content] of Object.entries(parts)) zip.file(name, content)
  return zip.generateAsync({ type: 'nodebuffer', compression })
}

function wordOf(body: string): string {
  return `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
}

/** Makes a one-page PDF with this content stream and stream dictionary. */
function rawPdf(dictionary: string, stream: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
        '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n' +
        `4 0 obj<<${dictionary}/Length ${stream.length}>>\nstream\n`,
    ),
    stream,
    Buffer.from('\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ])
}

const zeros = deflateSync(Buffer.alloc(200 * 1024 * 1024))

describe('readResume', () => {
  it("reveals nothing of a colleague's file without the contact data permission, but reads the requester's own", async () => {
    const { workspaceId } = await server.addWorkspace()
    const colleague = await server.addUser(workspaceId, 'recruiter')
    const blind = await server.addUser(workspaceId, 'recruiter')
    await hideContacts(server, blind)
    const text = 'Ana Ortiz ana.ortiz@example.com'
    const id = await upload(text, 'ana.txt', colleague)
    const body = { name: 'Ana Ortiz', resumeFileId: id }
    expect((await server.call(createCandidate, { as: colleague, body })).status).toBe(201)
    expect((await server.call(contract.readResume, { as: blind, params: { id } })).status).toBe(403)
    expect((await read(text, 'own.txt', blind)).status).toBe(200)
  })

  it('finds name, email, phone and profiles in a PDF, each with its context', async () => {
    const pdf = await makePdf([
      [
        { text: 'JANE DOE', size: 24 },
        { text: 'Senior Software Engineer', size: 14 },
        'jane.doe@example.com | (312) 555-0148 | linkedin.com/in/Jane-Doe',
        { text: 'My code', link: 'https://github.com/janedoe' },
        'Acme Corporation, 2015 - 2019',
        ...Array.from({ length: 20 }, () => 'Built things that people used and shipped them when promised.'),
      ],
    ])
    const { status, body } = await read(pdf, 'cv.pdf')
    const line = 'jane.doe@example.com | (312) 555-0148 | linkedin.com/in/Jane-Doe'
    expect(status).toBe(200)
    expect(body).toEqual({
      name: { value: 'Jane Doe', foundIn: 'JANE DOE' },
      emails: [{ value: 'jane.doe@example.com', foundIn: line }],
      phones: [{ value: '+13125550148', foundIn: line }],
      links: [
        { kind: 'linkedin', value: 'https://www.linkedin.com/in/jane-doe', foundIn: line },
        { kind: 'github', value: 'https://github.com/janedoe', foundIn: 'My code' },
      ],
      hasText: true,
    })
  })

  it('finds them in a Word document, including page headers and links', async () => {
    const docx = await makeDocx(
      [
        { text: 'Max Müller', size: 20 },
        'Schweißer',
        { text: 'Mein Profil', link: 'https://de.linkedin.com/in/max-mueller/de?trk=x' },
        'Berufserfahrung 01.09.2015 – 31.12.2019',
      ],
      { head: 'max.mueller@example.de · Mobil: +49 151 23456789' },
    )
    const { body } = await read(docx, 'Lebenslauf.docx')
    expect(body.name?.value).toBe('Max Müller')
    expect(body.emails.map(({ value }) => value)).toEqual(['max.mueller@example.de'])
    expect(body.phones.map(({ value }) => value)).toEqual(['+4915123456789'])
    expect(body.links).toEqual([
      { kind: 'linkedin', value: 'https://www.linkedin.com/in/max-mueller', foundIn: 'Mein Profil' },
    ])
  })

  it('reads two columns as two columns', async () => {
    const pdf = await makePdf([
      [
        { text: 'Contact', x: 50, y: 60 },
        { text: 'María José García', x: 320, y: 60, size: 22 },
        { text: 'mjgarcia@example.es', x: 50, y: 90 },
        { text: 'Enfermera', x: 320, y: 90, size: 12 },
        { text: '+34 612 34 56 78', x: 50, y: 110 },
        { text: 'Hospital General, turno de noche, urgencias y cuidados intensivos', x: 320, y: 110 },
      ],
    ])
    const { body } = await read(pdf, 'documento.pdf')
    expect(body.name).toEqual({ value: 'María José García', foundIn: 'María José García' })
    expect(body.emails[0]).toEqual({ value: 'mjgarcia@example.es', foundIn: 'mjgarcia@example.es' })
    expect(body.phones[0]).toEqual({ value: '+34612345678', foundIn: '+34 612 34 56 78' })
  })

  it.each([
    [
      'a label',
      'Curriculum Vitae\nНавыки\nФИО: Иванов Иван Петрович\nТел. +7 912 345-67-89',
      'Иванов Иван Петрович',
    ],
    ['a label', '简历\n姓名：王小明\n电话：+86 138 0013 8000', '王小明'],
    ['the e-mail address', 'Resume\nZoë O’Neil\nzoe.oneil@example.com', 'Zoë O’Neil'],
    ['the e-mail address', 'Łukasz Żółć\nlukaszzolc@example.pl', 'Łukasz Żółć'],
    [
      'an initial in the address',
      'Software Engineer\nRavi Subramanian\nrsubramanian@example.in',
      'Ravi Subramanian',
    ],
    ['the profile', 'Anne-Sophie Lefèvre\nlinkedin.com/in/anne-sophie-lefevre-12', 'Anne-Sophie Lefèvre'],
  ])('accepts a name that %s confirms', async (_, text, name) => {
    expect((await read(text, 'cv.txt')).body.name?.value).toBe(name)
  })

  it.each([
    ['UTF-16, low byte first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, high byte first', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('reads text in %s', async (_, encode) => {
    const { body } = await read(encode('Zoë O’Neil\nzoe.oneil@example.com'), 'cv.txt')
    expect(body.name?.value).toBe('Zoë O’Neil')
  })

  it('accepts a name that only the file name confirms', async () => {
    expect((await read('Jean Dupont\nSoudeur', 'Jean Dupont.txt')).body.name?.value).toBe('Jean Dupont')
  })

  it.each([
    ['Software Engineer\nAcme Corporation\njd1987@example.com'],
    ['Anna Schmidt\nwrote this letter for somebody\nbest.candidate@example.com'],
    ['Curriculum Vitae\nProfessional Experience\ninfo@example.com'],
    ['welcome to the jungle\nno names here'],
  ])('invents no name: %j', async (text) => {
    expect((await read(text, 'cv.txt')).body.name).toBeNull()
  })

  it('does not take years, dates and fax numbers for phone numbers', async () => {
    const text =
      'Experience 2015 - 2019\n01.09.2015 – 31.12.2019\nFax: (312) 555-0199\nOrder 1234567890123\n312-555-0148'
    expect((await read(text, 'cv.txt')).body.phones.map(({ value }) => value)).toEqual(['+13125550148'])
  })

  it('does not take a repository or a URL cut at a hyphen for a profile', async () => {
    const text = 'github.com/acme/engine\nlinkedin.com/in/jane-\ndoe\nhttps://jane.example/blog.'
    expect((await read(text, 'cv.txt')).body.links.map(({ value }) => value)).toEqual([
      'https://jane.example/blog',
    ])
  })

  it('reports when there is no text to read', async () => {
    const { body } = await read(await makePdf([[]]), 'scan.pdf')
    expect(body).toEqual({ name: null, emails: [], phones: [], links: [], hasText: false })
  })

  it('refuses other kinds with a message', async () => {
    const { status } = await read('{\\rtf1\\ansi Ana Ortiz\\par}', 'cv.rtf')
    expect(status).toBe(415)
  })

  it.each([
    [
      'broken',
      Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
      /damaged/,
    ],
    ['protected by a password', lockedPdf, /password-protected/],
    ['inflating to more than a document needs', rawPdf('/Filter/FlateDecode', zeros), /too large/],
    ['compressed twice', rawPdf('/Filter[/Flate#44ecode /FlateDecode]', deflateSync(zeros)), /too large/],
  ])('refuses a PDF that is %s, with a message and none of its text', async (_, pdf, message) => {
    const { status, body } = await read(pdf, 'cv.pdf')
    expect(status).toBe(422)
    expect(body.message).toMatch(message)
  })

  it('is limited to users who may add candidates, and to files they may see', async () => {
    const viewer = await server.addUser(recruiter.workspaceId, 'viewer')
    const colleague = await server.addUser(recruiter.workspaceId, 'recruiter')
    const id = await upload('Ana Ortiz', 'cv.txt')
    const ask = (as: TestUser) => server.call(contract.readResume, { as, params: { id } })
    expect((await ask(viewer)).status).toBe(403)
    expect((await ask(colleague)).status).toBe(404)
  })
})

describe('previewFile', () => {
  it('shows a Word document as plain elements with its links and page headers', async () => {
    const { status, body } = await preview(
      await makeDocx(['Ana <Ortiz>', { text: 'my page', link: 'https://ana.example/' }], { head: 'A & B' }),
    )
    expect(status).toBe(200)
    expect(body.html).toContain('<p>A &amp; B</p>')
    expect(body.html).toContain('<p>Ana &lt;Ortiz&gt;</p>')
    expect(body.html).toContain(
      '<a href="https://ana.example/" rel="noopener noreferrer nofollow" target="_blank">my page</a>',
    )
  })

  it('removes scripts, styles and anything loaded from elsewhere', async () => {
    const link = (target: string) =>
      `<Relationship Id="r9" TargetMode="External" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="${target}"/>`
    for (const target of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      '//other.example',
    ]) {
      const docx = await changeDocx({
        'word/document.xml': wordOf(
          '<w:p><w:hyperlink r:id="r9" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:r><w:t>&lt;script&gt;x&lt;/script&gt;</w:t></w:r></w:hyperlink></w:p>',
        ),
        'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${link(target)}</Relationships>`,
      })
      const { body } = await preview(docx)
      expect(body.html).toContain('&lt;script&gt;')
      expect(body.html).not.toMatch(/<script|href|style=|class=|src=|\bon\w+=/)
    }
  })

  it.each([
    [
      'has thousands of parts',
      () => changeDocx(Object.fromEntries(Array.from({ length: 3_000 }, (_, part) => [`a/${part}`, 'a']))),
      /too large/,
    ],
    [
      'has too much text',
      () =>
        changeDocx({
          'word/document.xml': wordOf(`<w:p><w:r><w:t>${'word '.repeat(1_800_000)}</w:t></w:r></w:p>`),
        }),
      /too large/,
    ],
    [
      'declares entities',
      () =>
        changeDocx({
          'word/document.xml': `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaa">]>${wordOf('<w:p><w:r><w:t>&a;</w:t></w:r></w:p>').slice(21)}`,
        }),
      /damaged/,
    ],
    ['has no document in it', () => changeDocx({ 'word/document.xml': 'nothing' }), /damaged/],
    [
      'is nested without end',
      () => changeDocx({ 'word/document.xml': wordOf('<w:tbl><w:tr><w:tc>'.repeat(50_000)) }),
      /damaged|too large/,
    ],
    [
      'says it is smaller than it is',
      async () => lieAboutSize(await changeDocx({ 'word/a.xml': 'x'.repeat(9_000) }, 'DEFLATE')),
      /damaged/,
    ],
  ])('refuses a document that %s', async (_, make, message) => {
    const { status, body } = await preview(await make())
    expect(status).toBe(422)
    expect(body.message).toMatch(message)
    expect((await server.app.inject('/health')).statusCode).toBe(200)
  })

  it('refuses other kinds', async () => {
    expect((await preview('Ana Ortiz', 'cv.txt')).status).toBe(415)
  })
})

/** Makes a zip directory declare a tenth of the size of its last large part. */
function lieAboutSize(zip: Buffer): Buffer {
  const at = zip.lastIndexOf(Buffer.from('word/a.xml')) - 46
  zip.writeUInt32LE(zip.readUInt32LE(at + 24) / 10, at + 24)
  return zip
}
