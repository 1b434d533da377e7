import { startEmbeddedPostgres } from '@muster/server/database/embedded.ts'
import { migrate } from '@muster/server/database/migrate.ts'
import pg from 'pg'
import { mkdtempSync, readFileSync } from 'node:fs'
const e = await startEmbeddedPostgres({ dataDir: mkdtempSync('/tmp/muster-mk-'), log: () => {}, settings: { fsync: 'off' } })
await migrate(e.connectionString)
const c0 = new pg.Client({ connectionString: e.superuserConnectionString.replace('/postgres?', '/muster?') }); await c0.connect()
for (const f of process.argv.slice(2)) await c0.query(readFileSync(f, 'utf8'))
await c0.query('vacuum analyze')
const c = new pg.Client({ connectionString: e.connectionString }); await c.connect()
const q = async (s: string) => { const t = performance.now(); const r = await c.query(s); const ms = performance.now() - t; if (ms > 200) console.log(ms.toFixed(0), 'ms', s.replace(/\s+/g, ' ').slice(0, 70)); return r }
const one = async (s: string) => (await q(s)).rows[0].id as string
const w = await one(`insert into workspaces (id, name, timezone) values (gen_random_uuid(), 'W', 'UTC') returning id`)
const co = await one(`insert into companies (workspace_id, id, name) values ('${w}', gen_random_uuid(), 'C') returning id`)
const p = await one(`insert into positions (workspace_id, id, company_id, name) values ('${w}', gen_random_uuid(), '${co}', 'P') returning id`)
const s = await one(`insert into statuses (workspace_id, id, position_id, ordinal, name, type, color) values ('${w}', gen_random_uuid(), '${p}', 1, 'Lead', 'lead', '#6B7280') returning id`)
const add = (n: number, from: number) => q(`with made as (insert into candidates (workspace_id, id, name) select '${w}', gen_random_uuid(), 'Person ' || n from generate_series(${from}, ${from + n - 1}) n returning *)
  insert into applications (workspace_id, id, candidate_id, position_id, status_id, status_type, rank, candidate_name, candidate_search) select '${w}', gen_random_uuid(), m.id, '${p}', '${s}', 'lead', 'a' || m.name, m.name, lower(m.name) from made m`)
for (let i = 0; i < 5; i++) await add(1, i)
await add(2000, 10)
await add(10000, 10000)
await c.end(); await c0.end(); await e.stop()
