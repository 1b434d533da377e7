import type { start } from '@muster/contract/start.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { sampleSize } from '../sample/fill-sample.ts'
import { findWorked } from '../sample/worked.ts'

interface Row {
  hidden_at: string | null
  loaded_at: string | null
  is_set_up: boolean
  has_applications: boolean
  positions: number
  people: number
  team: number
  calls: number
}

const isOwn = (kind: string, column: string) => sql`not exists (
  select from sample_records s
  where s.workspace_id = w.id and s.kind = ${kind} and s.id = ${sql.ref(column)}
)`

/** Counts beyond this make no difference to the checklist. */
const most = 1_000

async function readStart(tx: Database, workspaceId: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select w.start_hidden_at as hidden_at, w.sample_loaded_at as loaded_at,
      -- A new workspace is in UTC until somebody says otherwise.
      w.version > 1 or w.timezone <> 'UTC' as is_set_up,
      exists (select from applications a where a.workspace_id = w.id and a.deleted_at is null) as has_applications,
      (select count(*)::int from (
        select from positions p
        where p.workspace_id = w.id and p.deleted_at is null and ${isOwn('position', 'p.id')} limit ${most}
      ) x) as positions,
      (select count(*)::int from (
        select from candidates c
        where c.workspace_id = w.id and c.deleted_at is null and ${isOwn('candidate', 'c.id')} limit ${most}
      ) x) as people,
      (select count(*)::int from users u
        where u.workspace_id = w.id and u.deleted_at is null and ${isOwn('user', 'u.id')}) - 1
      + (select count(*)::int from invitations i
        where i.workspace_id = w.id and i.accepted_at is null and i.revoked_at is null)
      + (select count(*)::int from agents g
        where g.workspace_id = w.id and g.deleted_at is null and ${isOwn('agent', 'g.id')}) as team,
      (select count(*)::int from (
        select from calls k
        where k.workspace_id = w.id and k.candidate_id is not null and ${isOwn('candidate', 'k.candidate_id')}
        limit ${most}
      ) x) as calls
    from workspaces w where w.id = ${workspaceId}
  `.execute(tx)
  return rows[0]!
}

/** Returns how far a workspace is set up. Everything follows from its data, except that the checklist is hidden. */
export async function loadStart(tx: Database, workspaceId: string): Promise<z.input<typeof start>> {
  const row = await readStart(tx, workspaceId)
  const worked = row.loaded_at === null ? [] : await findWorked(tx, workspaceId)
  return {
    steps: [
      { key: 'workspace', done: row.is_set_up, count: 0 },
      { key: 'position', done: row.positions > 0, count: row.positions },
      { key: 'people', done: row.people > 0, count: row.people },
      { key: 'team', done: row.team > 0, count: Math.max(0, row.team) },
      { key: 'call', done: row.calls > 0, count: row.calls },
    ],
    isEmpty: !row.has_applications,
    hiddenAt: row.hidden_at,
    sample: {
      loadedAt: row.loaded_at,
      ...sampleSize,
      whyNot: whyNotLoad(row),
      worked: {
        people: new Set(worked.map(({ candidate_id }) => candidate_id)).size,
        entries: worked.reduce((sum, { entries }) => sum + entries, 0),
      },
    },
  }
}

function whyNotLoad({ loaded_at, people }: Row): string | null {
  if (loaded_at !== null) return t`Sample data has already been added`
  return people > 0 ? t`This workspace already has candidates. Sample data would distort its reports.` : null
}
