import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { addNamedPosition, importNow, preview, suggestedMapping, uploadPath } from './fixtures/import-kit.ts'

const folder = join(import.meta.dirname, '../../../../shared/data')
const isThere = existsSync(join(folder, 'INDEX.md'))
if (!isThere) console.warn('Skipped: ../shared/data with files from elsewhere is not there')

const names = isThere
  ? (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .sort()
  : []

describe.skipIf(!isThere)('importing files nobody here wrote', () => {
  let server: TestServer
  let workspaceId: string
  let recruiter: TestUser

  beforeAll(async () => {
    server = await startTestServer()
    workspaceId = (await server.addWorkspace()).workspaceId
    recruiter = await server.addUser(workspaceId, 'recruiter')
  })

  afterAll(() => server?.stop())

  it.each(names)('takes %s or says why not', async (name) => {
    const { status, body } = await uploadPath(server, recruiter, join(folder, name))
    const isTable = /\.(csv|txt|xlsx)$/.test(name)
    // Some of those that try parsers are one row: a header, no data.
    if (isTable && body.details?.reason !== 'no_rows') expect(status).toBe(201)
    else expect([201, 415, 422]).toContain(status)
    if (status !== 201) return expect(body.message).toMatch(/^[A-Z].*\.$/)
    const mapping = suggestedMapping(body)
    const answer = await preview(server, recruiter, body.id, { mapping })
    expect([200, 422]).toContain(answer.status)
    if (answer.status === 422)
      return expect(answer.body.message).toContain(
        'Map at least one column to a name, email, phone or profile URL',
      )
    const { total, ...kinds } = answer.body.counts
    expect(total).toBe(body.rowCount)
    expect(Object.values(kinds).reduce((sum, count) => sum + count)).toBe(total)
  })

  it('imports three thousand damaged rows once, however often it is asked', async () => {
    const position = await addNamedPosition(server, workspaceId, 'Whatever they applied for')
    const settings = async () => {
      const { body } = await uploadPath(server, recruiter, join(folder, 'recruitment_3000_excel_damaged.csv'))
      const mapping = suggestedMapping(body)
      for (const [index, field] of Object.entries(mapping)) if (field === 'position') delete mapping[index]
      return [body.id, { mapping, positionId: position.id }] as const
    }
    const first = await importNow(server, recruiter, ...(await settings()))
    // 22 addresses belong to two people each, one of them to three.
    expect(first).toMatchObject({
      state: 'completed',
      total: 3000,
      processed: 3000,
      invalid: 0,
      conflicts: 23,
    })
    expect(first.created + first.skipped + first.conflicts).toBe(3000)
    const made = () =>
      sql<{ people: number; applications: number; endings: number }>`
        select
          (select count(*)::int from candidates where workspace_id = ${workspaceId}) as people,
          (select count(*)::int from applications where workspace_id = ${workspaceId}) as applications,
          (select count(*)::int from dispositions where workspace_id = ${workspaceId}) as endings
      `.execute(server.db)
    const before = (await made()).rows
    expect(before[0]).toMatchObject({ people: first.created, applications: first.created })
    const second = await importNow(server, recruiter, ...(await settings()))
    expect(second).toMatchObject({ created: 0, updated: 0, conflicts: 23, skipped: 2977, processed: 3000 })
    expect((await made()).rows).toEqual(before)
  }, 60_000)
})
