import { downloadLeftOutRows, listLeftOutRows } from '@muster/contract/import-rows.ts'
import { executeImport } from '@muster/contract/import-status.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import {
  addNamedPosition,
  download,
  execute,
  importNow,
  preview,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'

let server: TestServer
let workspaceId: string
let recruiter: TestUser

beforeAll(async () => {
  server = await startTestServer()
})

beforeEach(async () => {
  workspaceId = (await server.addWorkspace()).workspaceId
  recruiter = await server.addUser(workspaceId, 'recruiter')
  await addNamedPosition(server, workspaceId, 'Forklift driver')
})

afterAll(() => server?.stop())

const person = (n: number) => `Ann${n} Able,ann${n}@example.com,Forklift driver`

/** A report in pages: after each person the header again, then a line, at the end a total and a note. */
function pages(count: number): string {
  const lines = ['Name,E-mail,Position']
  for (let n = 1; n <= count; n++) lines.push(person(n), 'Name,E-mail,Position')
  return [...lines, '---,---,---', 'Total,7,', 'Confidential,,', ''].join('\n')
}

describe('rows that are left out', () => {
  it('are counted exactly, listed with what they hold and why, and downloaded', async () => {
    const { body } = await upload(server, recruiter, pages(150))
    expect(body).toMatchObject({ rowCount: 150, leftOutCount: 153 })
    expect(body.leftOutRows).toHaveLength(100)
    expect(body.leftOutRows[0]).toEqual({ row: 3, why: 'header_again', text: 'Name · E-mail · Position' })

    const list = async (cursor?: string) =>
      (
        await server.call(listLeftOutRows, {
          as: recruiter,
          params: { id: body.id },
          query: { limit: 100, ...(cursor ? { cursor } : {}) },
        })
      ).body
    const first = await list()
    expect(first.items).toHaveLength(100)
    expect(first.total).toEqual({ value: 153, atLeast: false })
    const second = await list(first.nextCursor!)
    expect(second.items.slice(-3)).toEqual([
      { row: 302, why: 'ruling', cells: ['---', '---', '---'] },
      { row: 303, why: 'below_table', cells: ['Total', '7'] },
      { row: 304, why: 'below_table', cells: ['Confidential'] },
    ])
    expect(second.nextCursor).toBeNull()
    const report = (await download(server, recruiter, downloadLeftOutRows, { id: body.id })).rows()
    expect(report).toHaveLength(153)
    expect(report.at(-2)).toEqual({
      Name: 'Total',
      'E-mail': '7',
      Position: '',
      row_number: '303',
      left_out_reason: 'Note or total',
    })

    const ended = await importNow(server, recruiter, body.id, { mapping: suggestedMapping(body) })
    expect(ended).toMatchObject({
      total: 150,
      processed: 150,
      leftOut: 153,
      leftOutUrl: `/api/v1/imports/${body.id}/left-out/report/`,
    })
    expect((await download(server, recruiter, downloadLeftOutRows, { id: body.id })).rows()).toHaveLength(153)
  })

  it('are imported when a person takes them in, one by one', async () => {
    const file = [
      'Name,E-mail,Position',
      person(1),
      '---,---,---',
      person(2),
      'Total Recruiting Ltd,,',
      'Total,2,',
      '',
    ].join('\n')
    const { body } = await upload(server, recruiter, file)
    expect(body.leftOutRows.map(({ row, why }) => [row, why])).toEqual([
      [3, 'ruling'],
      [5, 'below_table'],
      [6, 'below_table'],
    ])
    const settings = { mapping: suggestedMapping(body), positionId: null, takeIn: [5] }
    const found = (await preview(server, recruiter, body.id, settings)).body
    expect(found.rows.map(({ row }) => row)).toEqual([2, 4, 5])
    const ended = await importNow(server, recruiter, body.id, settings)
    expect(ended).toMatchObject({ total: 3, processed: 3, created: 2, invalid: 1, leftOut: 2 })
    const { body: rest } = await server.call(listLeftOutRows, {
      as: recruiter,
      params: { id: body.id },
      query: {},
    })
    expect(rest.items.map(({ row }) => row)).toEqual([3, 6])
    expect(rest.total.value).toBe(2)
  })

  it('are imported all at once, in the order of the file', async () => {
    const { body } = await upload(server, recruiter, pages(3))
    const settings = { mapping: suggestedMapping(body), takeIn: 'all' as const }
    const found = (await preview(server, recruiter, body.id, settings)).body
    const numbers = found.rows.map(({ row }) => row)
    expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(await importNow(server, recruiter, body.id, settings)).toMatchObject({
      total: 9,
      processed: 9,
      created: 3,
      invalid: 6,
      leftOut: 0,
      leftOutUrl: null,
    })
    expect((await download(server, recruiter, downloadLeftOutRows, { id: body.id })).rows()).toEqual([])
  })

  it('are no other rows: one that is data, or that the file does not have, cannot be taken in', async () => {
    const { body } = await upload(server, recruiter, pages(2))
    for (const row of [2, 999]) {
      const settings = { mapping: suggestedMapping(body), takeIn: [row] }
      const answers = [
        await execute(server, recruiter, body.id, settings),
        await preview(server, recruiter, body.id, settings),
      ]
      for (const answer of answers)
        expect([answer.status, answer.body]).toMatchObject([
          422,
          { details: { takeIn: [expect.any(String)] } },
        ])
    }
  })

  it('cannot be chosen anew once the import has begun', async () => {
    const { body } = await upload(server, recruiter, pages(2))
    const mapping = suggestedMapping(body)
    await importNow(server, recruiter, body.id, { mapping })
    const again = { importId: body.id, mapping, takeIn: 'all' as const }
    expect((await server.call(executeImport, { as: recruiter, body: again })).status).toBe(409)
  })

  it('are refused to those who may not import, do not exist for another workspace, and go with the file', async () => {
    const { body } = await upload(server, recruiter, pages(2))
    const viewer = await server.addUser(workspaceId, 'viewer')
    const stranger = await server.addUser((await server.addWorkspace()).workspaceId, 'admin')
    const list = (as: TestUser) => server.call(listLeftOutRows, { as, params: { id: body.id }, query: {} })
    expect((await list(viewer)).status).toBe(403)
    expect((await list(stranger)).status).toBe(404)
    expect((await download(server, viewer, downloadLeftOutRows, { id: body.id })).status).toBe(403)
    expect((await download(server, stranger, downloadLeftOutRows, { id: body.id })).status).toBe(404)
    const { storage_key: key } = await server.db
      .selectFrom('files')
      .innerJoin('imports', 'imports.file_id', 'files.id')
      .where('imports.id', '=', body.id)
      .select('storage_key')
      .executeTakeFirstOrThrow()
    await server.services.files.remove(key)
    expect((await list(recruiter)).status).toBe(404)
    expect((await download(server, recruiter, downloadLeftOutRows, { id: body.id })).status).toBe(404)
  })
})
