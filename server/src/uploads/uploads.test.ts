import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createApplication, deleteApplication } from '@muster/contract/applications.ts'
import { createCandidate, deleteCandidate, updateCandidate } from '@muster/contract/candidates.ts'
import { createCompany } from '@muster/contract/companies.ts'
import { createPosition } from '@muster/contract/positions.ts'
import * as contract from '@muster/contract/uploads.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addPosition } from '../testing/add-position.ts'
import { hideContacts } from '../testing/hide-contacts.ts'
import { addressOf, startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'

let server: TestServer
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer()
  recruiter = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
})

afterAll(() => server?.stop())

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

interface Answer {
  status: number
  body: {
    id: string
    name: string
    contentType: string
    size: number
    url: string
    code: string
    message: string
  }
}

/** Sends the raw form, so names reach the server exactly as written. */
async function upload(
  content: Buffer | string,
  name: string,
  as = recruiter,
  field = 'file',
): Promise<Answer> {
  const boundary = 'a-boundary-nobody-guesses'
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: text/html\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const response = await fetch(server.url + addressOf(contract.uploadFile), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as.accessToken}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body,
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

function download(id: string, as = recruiter) {
  return fetch(server.url + addressOf(contract.downloadFile, { id }), {
    headers: { authorization: `Bearer ${as.accessToken}` },
  })
}

async function storedFiles(): Promise<number> {
  const folder = join(server.services.config.dataDir, 'files')
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).length
}

/** Makes a zip archive with stored (uncompressed) parts. */
function zip(parts: Record<string, string>): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    header.writeUInt32LE(content.length, 18)
    header.writeUInt32LE(content.length, 22)
    header.writeUInt16LE(name.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    header.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(offset, 42)
    local.push(header, Buffer.from(name), content)
    directory.push(entry, Buffer.from(name))
    offset += header.length + name.length + content.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(parts).length, 8)
  end.writeUInt16LE(Object.keys(parts).length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, ...directory, end])
}

const wordTypes =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
const docx = zip({ '[Content_Types].xml': wordTypes, 'word/document.xml': '<w:document/>' })
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1016)])

describe('uploadFile', () => {
  it.each([
    ['PDF', pdf, 'application/pdf', 'cv.pdf'],
    ['PNG', png, 'image/png', 'cv.png'],
    ['text', 'Ana Ortiz\nWelder since 2011 <3\n', 'text/plain', 'cv.txt'],
    ['text of another script', 'Иван Петров, сварщик\n', 'text/plain', 'cv.txt'],
    ['text in UTF-16', Buffer.from('\ufeffAna Ortiz', 'utf16le'), 'text/plain', 'cv.txt'],
    ['RTF', '{\\rtf1\\ansi Ana Ortiz}', 'application/rtf', 'cv.rtf'],
    ['DOCX', docx, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'cv.docx'],
    [
      'ODT',
      zip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office/>' }),
      'application/vnd.oasis.opendocument.text',
      'cv.odt',
    ],
    [
      'DOC',
      Buffer.concat([compound, Buffer.from('WordDocument', 'utf16le'), Buffer.alloc(512)]),
      'application/msword',
      'cv.doc',
    ],
  ])('recognizes %s by its content, whatever the client claims', async (_, content, contentType, name) => {
    const { status, body } = await upload(content, 'cv')
    expect([status, body.contentType, body.name]).toEqual([201, contentType, name])
    expect(body.size).toBe(Buffer.from(content).length)
    const back = await download(body.id)
    expect(Buffer.from(await back.arrayBuffer())).toEqual(Buffer.from(content))
  })

  it.each([
    ['HTML', '<!doctype html><script>alert(1)</script>', 'cv.pdf'],
    ['a tag of no known language', '<invoice>1</invoice>', 'cv.txt'],
    ['text with a control character', 'Ana\u0007 Ortiz', 'cv.txt'],
    ['HTML after blanks', ' \n\t<HTML><body onload=alert(1)>', 'cv.txt'],
    ['HTML after a comment', '<!-- --><script>alert(1)</script>', 'cv.txt'],
    ['HTML after some text', 'Dear all,\n<iframe src=//example.com>', 'cv.txt'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'cv.png'],
    ['XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'cv.txt'],
    ['HTML inside a PDF', '%PDF-1.4\n<script>alert(1)</script>\n%%EOF', 'cv.pdf'],
    [
      'HTML inside an image',
      Buffer.concat([png.subarray(0, 33), Buffer.from('<script>alert(1)</script>')]),
      'cv.png',
    ],
    ['a PDF that is an archive too', Buffer.concat([pdf, docx]), 'cv.pdf'],
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex'), 'cv.pdf'],
    ['an archive', zip({ 'cv.txt': 'Ana' }), 'cv.docx'],
    [
      'a document with macros',
      zip({ '[Content_Types].xml': wordTypes, 'word/document.xml': '', 'word/vbaProject.bin': 'x' }),
      'cv.docx',
    ],
    ['a spreadsheet', Buffer.concat([compound, Buffer.from('Workbook', 'utf16le')]), 'cv.doc'],
    ['a broken archive', docx.subarray(0, docx.length - 30), 'cv.docx'],
    ['an image of 10 thousand million dots', hugePng(), 'cv.png'],
    ['bytes', Buffer.from([1, 2, 3, 255, 254]), 'cv.txt'],
    ['nothing', '', 'cv.txt'],
  ])('refuses %s and leaves nothing behind', async (_, content, name) => {
    const before = await storedFiles()
    const { status, body } = await upload(content, name)
    expect(body.code).toBe(content.length ? 'UNSUPPORTED_MEDIA_TYPE' : 'VALIDATION')
    expect(status).toBe(content.length ? 415 : 422)
    expect(await storedFiles()).toBe(before)
  })

  it('refuses a file beyond the limit and leaves nothing behind', async () => {
    const before = await storedFiles()
    const { status, body } = await upload(Buffer.alloc(contract.maxUploadBytes + 1, 'a'), 'long.txt')
    expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE'])
    expect(await storedFiles()).toBe(before)
  })

  it('leaves nothing behind when the client disconnects', async () => {
    const before = await storedFiles()
    const { port } = new URL(server.url)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST ${addressOf(contract.uploadFile)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${recruiter.accessToken}\r\n` +
            'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000000\r\n\r\n' +
            '--b\r\nContent-Disposition: form-data; name="file"; filename="cv.txt"\r\n\r\nAna Ortiz',
        )
        setTimeout(() => socket.destroy(), 200)
        socket.on('close', () => resolve())
      })
    })
    await expect.poll(storedFiles).toBe(before)
  })

  it.each([
    ['../../etc/passwd', 'passwd.txt'],
    ['C:\\\\temp\\\\cv.txt', 'cv.txt'],
    ['cv.html', 'cv.html.txt'],
    ['Ana\u202etxt.exe', 'Anatxt.exe.txt'],
    ['résumé – Ана.md', 'résumé – Ана.md'],
    ['..', 'file.txt'],
    ['...cv.txt', 'cv.txt'],
    [`${'🙂'.repeat(200)}.txt`, `${'🙂'.repeat(150)}.txt`],
    [`${'n'.repeat(300)}.txt`, `${'n'.repeat(150)}.txt`],
    ['a<b>:c|d?.txt', 'a_b__c_d_.txt'],
  ])('stores the name "%s" as "%s"', async (sent, kept) => {
    const { status, body } = await upload('Ana Ortiz', sent)
    expect([status, body.name]).toEqual([201, kept])
  })

  it('names the field that the file belongs in', async () => {
    expect((await upload(pdf, 'cv.pdf', recruiter, 'picture')).status).toBe(422)
  })
})

/** An image that declares 100,000 by 100,000 pixels. */
function hugePng(): Buffer {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(100_000, 16)
  bytes.writeUInt32BE(100_000, 20)
  return bytes
}

describe('downloadFile', () => {
  it('is an attachment that cannot run anything, under its own name', async () => {
    const { body } = await upload('Ana Ortiz', 'résumé "1".txt')
    const { headers } = await download(body.id)
    expect(headers.get('content-type')).toBe('text/plain')
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it('serves a file to its uploader and to those who see what it is attached to', async () => {
    const coordinator = await server.addUser(recruiter.workspaceId, 'coordinator')
    const { body: company } = await server.call(createCompany, { as: recruiter, body: { name: 'Client' } })
    const position = await server.call(createPosition, {
      as: recruiter,
      body: { name: 'Welder', companyId: company.id },
    })
    const { body: file } = await upload(pdf, 'cv.pdf')
    expect((await download(file.id)).status).toBe(200)
    expect((await download(file.id, coordinator)).status).toBe(404)
    const { body: candidate } = await server.call(createCandidate, {
      as: recruiter,
      body: { name: 'Ana', resumeFileId: file.id },
    })
    expect((await download(file.id, coordinator)).status).toBe(404)
    await server.call(createApplication, {
      as: recruiter,
      body: { positionId: position.body.id, candidateId: candidate.id, ownerId: coordinator.id },
    })
    expect((await download(file.id, coordinator)).status).toBe(200)
  })

  it('serves a file to nobody but its uploader once what it is attached to was deleted', async () => {
    const colleague = await server.addUser(recruiter.workspaceId, 'recruiter')
    const { id: positionId } = await addPosition(server.db, recruiter.workspaceId)
    const [ofCandidate, ofApplication] = [
      (await upload(pdf, 'cv.pdf')).body.id,
      (await upload(pdf, 'letter.pdf')).body.id,
    ]
    const { body: candidate } = await server.call(createCandidate, {
      as: recruiter,
      body: { name: 'Ida', resumeFileId: ofCandidate },
    })
    const { body: application } = await server.call(createApplication, {
      as: recruiter,
      body: { positionId, candidate: { name: 'Jan' }, resumeFileId: ofApplication },
    })
    const statuses = async (as: TestUser) => [
      (await download(ofCandidate, as)).status,
      (await download(ofApplication, as)).status,
    ]
    expect(await statuses(colleague)).toEqual([200, 200])
    await server.call(deleteCandidate, { as: recruiter, params: { id: candidate.id } })
    await server.call(deleteApplication, { as: recruiter, params: { id: application.id } })
    expect(await statuses(colleague)).toEqual([404, 404])
    expect(await statuses(recruiter)).toEqual([200, 200])
  })

  it('serves a client reviewer no original, whatever permissions they were given', async () => {
    const position = await addPosition(server.db, recruiter.workspaceId)
    const reviewer = await server.addUser(recruiter.workspaceId, 'client_reviewer', {
      companyId: position.companyId,
    })
    await server.db
      .updateTable('users')
      .set({ granted_permissions: ['contacts:read'] })
      .where('id', '=', reviewer.id)
      .execute()
    const { body: file } = await upload(pdf, 'cv.pdf')
    await server.call(createApplication, {
      as: recruiter,
      body: {
        positionId: position.id,
        candidate: { name: 'Kim' },
        resumeFileId: file.id,
        statusId: position.statuses.submitted,
      },
    })
    expect((await download(file.id, reviewer)).status).toBe(404)
  })

  it('serves nothing without the contact data permission, nor to another workspace', async () => {
    const { body: file } = await upload(pdf, 'cv.pdf')
    const reviewer = await server.addUser(recruiter.workspaceId, 'client_reviewer')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'owner')
    expect((await download(file.id, reviewer)).status).toBe(403)
    expect((await download(file.id, stranger)).status).toBe(404)
  })

  it('is of no file that a list names to those who may not see contact data, except their own', async () => {
    const blind = await server.addUser(recruiter.workspaceId, 'recruiter')
    await hideContacts(server, blind)
    const [theirs, own] = [
      (await upload(pdf, 'cv.pdf')).body.id,
      (await upload('Mine', 'own.txt', blind)).body.id,
    ]
    await server.call(createCandidate, { as: recruiter, body: { name: 'Lea', resumeFileId: theirs } })
    const { body } = await server.call(contract.listFiles, { as: blind, query: { id: [theirs, own] } })
    expect(body.items.map(({ id }) => id)).toEqual([own])
  })

  it("cannot be bypassed by attaching another user's file", async () => {
    const recruiterTwo = await server.addUser(recruiter.workspaceId, 'recruiter')
    const { body: file } = await upload(pdf, 'private.pdf')
    const { body: candidate } = await server.call(createCandidate, {
      as: recruiterTwo,
      body: { name: 'Bait' },
    })
    const { status } = await server.call(updateCandidate, {
      as: recruiterTwo,
      params: { id: candidate.id },
      body: { resumeFileId: file.id },
    })
    expect(status).toBe(422)
    expect((await download(file.id, recruiterTwo)).status).toBe(404)
  })
})
