import { exportApplications } from '@muster/contract/application-export.ts'
import { exportCandidates } from '@muster/contract/candidates.ts'
import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { ImportPolicy } from '@muster/contract/import-fields.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyAllPendingFacts } from '../facts/update-facts.ts'
import { fillSample } from '../sample/fill-sample.ts'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import {
  type Analyzed,
  download,
  importNow,
  type Settings,
  suggestedMapping,
  upload,
} from './fixtures/import-kit.ts'

let server: TestServer
let admin: TestUser

beforeAll(async () => {
  server = await startTestServer({ poolSize: 6 })
  const { workspaceId } = await server.addWorkspace()
  admin = await server.addUser(workspaceId, 'superadmin')
  await server.db.transaction().execute((tx) => fillSample(tx, workspaceId, admin))
  await addHardCases(workspaceId)
}, 60_000)

afterAll(() => server?.stop())

/** What a workspace comes to hold over the years, and a file alone cannot tell apart. */
async function addHardCases(workspaceId: string): Promise<void> {
  const run = (statement: string) =>
    sql.raw(statement.replaceAll('$w', `'${workspaceId}'`)).execute(server.db)
  const some = (table: string, which: string, from: number) =>
    `id in (select id from ${table} where workspace_id = $w ${which} order by id offset ${from} limit 12)`
  await run(`update workspaces set timezone = 'Europe/Berlin' where id = $w`)
  // Two positions of a name, one of them closed, and two colleagues of a name, one of them gone.
  await run(`update positions set name = (select min(name) from positions where workspace_id = $w) where workspace_id = $w
    and id in (select max(id::text)::uuid from positions where workspace_id = $w group by state)`)
  await run(
    `update users set name = (select min(name) from users where workspace_id = $w) where workspace_id = $w and role = 'recruiter'`,
  )
  await run(`update users set status = 'suspended' where workspace_id = $w and role = 'coordinator'`)
  await run(
    `update applications set source = upper(source) where workspace_id = $w and ${some('applications', '', 0)}`,
  )
  // Both times that clocks show half past two in the night they are turned back, and dates out of order.
  await run(
    `update applications set applied_at = '2026-10-25T00:30:10.123Z' where workspace_id = $w and ${some('applications', '', 20)}`,
  )
  await run(
    `update applications set applied_at = '2026-10-25T01:30:40.456Z' where workspace_id = $w and ${some('applications', '', 40)}`,
  )
  await run(
    `update applications set applied_at = now() where workspace_id = $w and ${some('applications', 'and closed_at is not null', 60)}`,
  )
  await run(
    `update applications set tags = '{"a, b","c;d","=1+1","n/a"}' where workspace_id = $w and ${some('applications', '', 80)}`,
  )
  await run(
    `update applications set deleted_at = now() where workspace_id = $w and ${some('applications', '', 100)}`,
  )
  await run(
    `update candidates set deleted_at = now() where workspace_id = $w and ${some('candidates', '', 100)}`,
  )
  // A household, people with nothing but a name, formulas, and a name that stands for none.
  await run(
    `update candidates set email = 'home@example.com', phone = '+13125550100' where workspace_id = $w and ${some('candidates', '', 120)}`,
  )
  await run(
    `update candidates set email = null, phone = null, profile_url = null where workspace_id = $w and ${some('candidates', '', 140)}`,
  )
  await run(
    `update candidates set name = 'Kim Lee', email = null, phone = null where workspace_id = $w and ${some('candidates', '', 150)}`,
  )
  await run(
    `update candidates set name = '=HYPERLINK("x")', notes = E'-1\\n@x', location = '+1 Street' where workspace_id = $w and ${some('candidates', '', 170)}`,
  )
  await run(
    `update candidates set name = 'N/A', current_title = 'None', current_company = '''-' where workspace_id = $w and ${some('candidates', '', 190)}`,
  )
  await run(
    `update candidates set consent = 'withdrawn', do_not_call = true, external_id = '007' where workspace_id = $w and ${some('candidates', '', 210)}`,
  )
  await run(`update applications a set candidate_name = c.name, candidate_search = c.search_text,
    deleted_at = coalesce(a.deleted_at, c.deleted_at) from candidates c
    where a.workspace_id = $w and c.workspace_id = $w and c.id = a.candidate_id`)
  // Each on the same position several times, and people without any application.
  await run(`insert into applications (workspace_id, id, candidate_id, position_id, status_id, status_type, rank, disposition, closed_at, applied_at, candidate_name, candidate_search)
    select workspace_id, gen_random_uuid(), candidate_id, position_id, status_id, status_type, rank || 'V', disposition, closed_at, applied_at - interval '1 day', candidate_name, candidate_search
    from applications where workspace_id = $w and ${some('applications', 'and closed_at is not null and deleted_at is null', 230)}`)
  await run(
    `insert into candidates (workspace_id, id, name) select $w, gen_random_uuid(), 'Nobody ' || n from generate_series(1, 5) n`,
  )
}

/** Tables that an upload and an import write themselves, and those of the server's own running. */
const ofImports =
  /^(?:imports?_|imports$|files$|users$|storage_|audit_|live_|mail|notifications|sessions|usage|report_|idempotency)/

/** Table → number and hash of its rows. */
async function readTables(): Promise<Record<string, string>> {
  await applyAllPendingFacts(server)
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE'
    order by 1
  `.execute(server.db)
  const read: Record<string, string> = {}
  for (const { name } of rows) {
    if (ofImports.test(name)) continue
    const { rows: found } = await sql<{ content: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(x::text, '' order by x::text)), '') as content
      from ${sql.table(name)} x where workspace_id = ${admin.workspaceId}
    `.execute(server.db)
    read[name] = found[0]!.content
  }
  return read
}

async function exportFile(endpoint: AnyEndpoint, language: string, query: object): Promise<Buffer> {
  const { status, content } = await download(server, admin, endpoint, { query, language })
  expect(status).toBe(200)
  return content
}

/** As the screen sends them: each value with what it was found to be. */
function settingsOf(analysis: Analyzed, policy: ImportPolicy): Settings {
  const values = Object.entries(analysis.values).map(([field, found]) => [
    field,
    Object.fromEntries(found.map(({ value, match }) => [value, match])),
  ])
  return { mapping: suggestedMapping(analysis), values: Object.fromEntries(values), policy }
}

const [applications, candidates] = [
  { list: 'applications', endpoint: exportApplications },
  { list: 'candidates', endpoint: exportCandidates },
]

const files = [
  { ...applications, policy: 'overwrite', language: 'en', query: { format: 'csv', sort: 'appliedAt' } },
  { ...applications, policy: 'fill_blanks', language: 'de', query: { format: 'csv', bom: 'true' } },
  { ...applications, policy: 'skip', language: 'en', query: { format: 'xlsx', sort: '-candidate' } },
  { ...applications, policy: 'overwrite', language: 'de', query: { format: 'xlsx' } },
  { ...applications, policy: 'overwrite', language: 'de', query: { format: 'csv', deleted: 'true' } },
  { ...candidates, policy: 'overwrite', language: 'en', query: { format: 'csv', sort: 'name' } },
  { ...candidates, policy: 'skip', language: 'de', query: { format: 'csv' } },
  { ...candidates, policy: 'fill_blanks', language: 'en', query: { format: 'xlsx' } },
  { ...candidates, policy: 'overwrite', language: 'de', query: { format: 'xlsx' } },
  { ...candidates, policy: 'overwrite', language: 'en', query: { format: 'csv', deleted: 'true' } },
] as const

describe('the lists of a whole workspace', () => {
  it.each(files)(
    'are nothing new when imported again: $list, $policy, $language, $query',
    async ({ endpoint, policy, language, query }) => {
      const before = await readTables()
      const content = await exportFile(endpoint, language, query)
      const { body } = await upload(server, admin, content, { name: `list.${query.format}`, language: 'en' })
      const ended = await importNow(server, admin, body.id, settingsOf(body, policy))
      const { rows: others } = await sql`
        select row_number, result, code, message from import_rows
        where import_id = ${body.id} and (result <> 'skipped'
          or code not in ('nothing_new', 'already_open', 'already_closed', 'already_known', 'deleted')
          or (code = 'deleted') is distinct from ${'deleted' in query})
        limit 5
      `.execute(server.db)
      expect(others).toEqual([])
      expect(body.rowCount).toBeGreaterThan(10)
      expect(ended).toMatchObject({
        created: 0,
        updated: 0,
        conflicts: 0,
        invalid: 0,
        skipped: body.rowCount,
      })
      expect(await readTables()).toEqual(before)
    },
    60_000,
  )
})
