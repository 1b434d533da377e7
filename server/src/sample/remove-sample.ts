import { sql } from 'kysely'
import { loadAllFields, lockFields } from '../custom-fields/load-fields.ts'
import { subjectTables } from '../custom-fields/subject-tables.ts'
import type { Database } from '../database/connect.ts'
import { findLinked } from '../privacy/find-candidate-data.ts'
import { findWorked } from './worked.ts'

interface Counts {
  applications: number
  people: number
  positions: number
  companies: number
}

type Table = 'positions' | 'companies' | 'agents' | 'users'

/** Runs a statement with ids. Returns how many rows it changed. */
type Run = (statement: string, ids: readonly string[]) => Promise<number>

/** Returns those rows that no row refers to, except rows of `parts`, which are removed with them. */
async function findUnused(
  tx: Database,
  workspaceId: string,
  table: Table,
  ids: readonly string[],
  parts: readonly string[],
): Promise<string[]> {
  // From the catalog, so that a new table cannot be forgotten.
  const { rows: references } = await sql<{ child: string; column: string }>`
    select c.conrelid::regclass::text as child, a.attname as column
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) and a.attname <> 'workspace_id'
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype <> 'c'
  `.execute(tx)
  const unused = references
    .filter(({ child }) => !parts.includes(child))
    .map(
      ({ child, column }) => sql`not exists (
        select from ${sql.table(child)} child
        where child.workspace_id = t.workspace_id and ${sql.ref(`child.${column}`)} = t.id
      )`,
    )
  const { rows } = await sql<{ id: string }>`
    select t.id from ${sql.table(table)} t
    where t.workspace_id = ${workspaceId} and t.id = any(${[...ids]}::uuid[]) and ${sql.join(unused, sql` and `)}
  `.execute(tx)
  return rows.map(({ id }) => id)
}

/** Tables with what belongs to one user only. */
const personal = [
  'sessions',
  'visits',
  'known_devices',
  'notifications',
  'notification_choices',
  'password_tokens',
  'recovery_codes',
  'reminder_mails',
  'second_factors',
  'saved_view_uses',
  'idempotency_keys',
  'spent_email_links',
  'email_claims',
  'call_claims',
] as const

async function readRecords(tx: Database, workspaceId: string): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('sample_records')
    .where('workspace_id', '=', workspaceId)
    .select(['kind', 'id'])
    .execute()
  const groups = Map.groupBy(rows, ({ kind }) => kind)
  return new Map([...groups].map(([kind, group]) => [kind, group.map(({ id }) => id)]))
}

/** Returns the sample people to remove. Those merged with somebody real are real, and so are worked ones if kept. */
async function findPeople(
  tx: Database,
  workspaceId: string,
  includeWorked: boolean,
): Promise<{ ids: string[]; total: number }> {
  const kept = includeWorked ? [] : await findWorked(tx, workspaceId)
  const { rows } = await sql<{ id: string; is_removed: boolean }>`
    select s.id, not s.id = any(${kept.map((one) => one.candidate_id)}::uuid[]) and not exists (
      select from candidate_merges m
      where m.workspace_id = s.workspace_id and s.id in (m.survivor_id, m.merged_id)
        and exists (
          select from unnest(array[m.survivor_id, m.merged_id]) other
          where not exists (
            select from sample_records o
            where o.workspace_id = s.workspace_id and o.kind = 'candidate' and o.id = other
          )
        )
    ) as is_removed
    from sample_records s where s.workspace_id = ${workspaceId} and s.kind = 'candidate'
  `.execute(tx)
  return { ids: rows.filter((row) => row.is_removed).map(({ id }) => id), total: rows.length }
}

/** Removes people with their applications, histories and calls. Returns how many applications. */
async function removePeople(tx: Database, workspaceId: string, people: readonly string[], run: Run) {
  // A row of theirs added meanwhile waits, and then finds them gone.
  await run('select from candidates where workspace_id = $1 and id = any($2) order by id for update', people)
  const { rows } = await sql<{ id: string }>`
    select id from applications
    where workspace_id = ${workspaceId} and candidate_id = any(${[...people]}::uuid[]) order by id for update
  `.execute(tx)
  const applications = rows.map(({ id }) => id)
  await run(
    `delete from submission_messages m using submissions s
    where s.workspace_id = $1 and s.application_id = any($2)
      and m.workspace_id = s.workspace_id and m.submission_id = s.id`,
    applications,
  )
  for (const table of ['submissions', 'notifications', 'dispositions', 'activity_logs'])
    await run(`delete from ${table} where workspace_id = $1 and application_id = any($2)`, applications)
  await run('delete from consent_entries where workspace_id = $1 and candidate_id = any($2)', people)
  await run('delete from calls where workspace_id = $1 and application_id = any($2)', applications)
  await run('delete from calls where workspace_id = $1 and candidate_id = any($2)', people)
  await run('delete from applications where workspace_id = $1 and id = any($2)', applications)
  for (const column of ['owner_id', 'candidate_id'])
    await run(`delete from merged_contacts where workspace_id = $1 and ${column} = any($2)`, people)
  await run('delete from candidate_merges where workspace_id = $1 and survivor_id = any($2)', people)
  await run('delete from candidate_merges where workspace_id = $1 and merged_id = any($2)', people)
  await run('update candidates set merged_into = null where workspace_id = $1 and id = any($2)', people)
  await run('delete from candidates where workspace_id = $1 and id = any($2)', people)
  return applications.length
}

/** Removes the positions without applications of your own. */
async function removePositions(tx: Database, workspaceId: string, ids: readonly string[], run: Run) {
  await run('select from positions where workspace_id = $1 and id = any($2) order by id for update', ids)
  const parts = ['agent_positions', 'position_states', 'statuses']
  const withoutApplications = await findUnused(tx, workspaceId, 'positions', ids, parts)
  // A history may name a status of a position that its application has left.
  const { rows } = await sql<{ id: string }>`
    select p.id from unnest(${withoutApplications}::uuid[]) p (id)
    where not exists (
      select from statuses s
      where s.workspace_id = ${workspaceId} and s.position_id = p.id and (
        exists (select from activity_logs l where l.workspace_id = ${workspaceId} and l.from_status_id = s.id)
        or exists (select from activity_logs l where l.workspace_id = ${workspaceId} and l.to_status_id = s.id)
        or exists (select from dispositions d where d.workspace_id = ${workspaceId} and d.status_id = s.id)
      )
    )
  `.execute(tx)
  const unused = rows.map(({ id }) => id)
  for (const part of parts)
    await run(`delete from ${part} where workspace_id = $1 and position_id = any($2)`, unused)
  await run('delete from positions where workspace_id = $1 and id = any($2)', unused)
  return unused.length
}

/** Removes voice agents and callers. Those with calls that stay are marked as deleted. */
async function removeAgents(tx: Database, workspaceId: string, ids: readonly string[], run: Run) {
  await run('delete from agent_positions where workspace_id = $1 and agent_id = any($2)', ids)
  const unused = await findUnused(tx, workspaceId, 'agents', ids, [])
  await run('delete from agents where workspace_id = $1 and id = any($2)', unused)
  await run(
    'update agents set deleted_at = coalesce(deleted_at, now()), user_id = null, version = version + 1 where workspace_id = $1 and id = any($2)',
    ids,
  )
}

/** Removes colleagues. Those whom something that stays names are marked as deleted. Nobody of them can sign in. */
async function removeUsers(tx: Database, workspaceId: string, ids: readonly string[], run: Run) {
  await run('delete from logins where workspace_id = $1 and user_id = any($2)', ids)
  for (const table of personal)
    await run(`delete from ${table} where workspace_id = $1 and user_id = any($2)`, ids)
  const unused = await findUnused(tx, workspaceId, 'users', ids, [])
  await run('delete from users where workspace_id = $1 and id = any($2)', unused)
  await run(
    `update users set status_before_deletion = coalesce(status_before_deletion, status), status = 'suspended',
       deleted_at = coalesce(deleted_at, now())
     where workspace_id = $1 and id = any($2)`,
    ids,
  )
}

/** Removes the custom fields of which no row that stays has a value. */
async function removeFields(tx: Database, workspaceId: string, ids: readonly string[], run: Run) {
  await lockFields(tx, workspaceId)
  for (const { id, subject, key } of await loadAllFields(tx, workspaceId)) {
    if (!ids.includes(id)) continue
    const { rows } = await sql`
      select 1 from ${sql.table(subjectTables[subject])}
      where workspace_id = ${workspaceId} and custom_fields <> '{}' and custom_fields ? ${key}::text limit 1
    `.execute(tx)
    if (rows.length === 0)
      await run('delete from custom_fields where workspace_id = $1 and id = any($2)', [id])
  }
}

/**
 * Removes the sample data of a workspace, and with them what hangs on the invented people. Your own records stay, and
 * what these refer to becomes an ordinary record.
 */
export async function removeSample(
  tx: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  includeWorked: boolean,
): Promise<{ removed: Counts; kept: Counts; userIds: string[]; fileKeys: string[] }> {
  await sql`select from workspaces where id = ${workspaceId} for no key update`.execute(tx)
  const run: Run = async (statement, ids) => {
    const [head, middle, tail] = statement.split(/\$[12]/)
    const query = sql`${sql.raw(head!)}${workspaceId}${sql.raw(middle!)}${[...ids]}::uuid[]${sql.raw(tail!)}`
    return Number((await query.execute(tx)).numAffectedRows ?? 0n)
  }
  const records = await readRecords(tx, workspaceId)
  const of = (kind: string) => records.get(kind) ?? []
  const people = await findPeople(tx, workspaceId, includeWorked)
  const { fileIds } = await findLinked(tx, workspaceId, people.ids)
  const applications = await removePeople(tx, workspaceId, people.ids, run)
  const files = await sql<{ storage_key: string }>`
    delete from files where workspace_id = ${workspaceId} and id = any(${fileIds}::uuid[]) returning storage_key
  `.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from applications a
    join sample_records s on s.workspace_id = a.workspace_id and s.kind = 'candidate' and s.id = a.candidate_id
    where a.workspace_id = ${workspaceId}
  `.execute(tx)
  const positions = await removePositions(tx, workspaceId, of('position'), run)
  // The calls of people who stay stay too.
  await run(
    'update calls set campaign_id = null where workspace_id = $1 and campaign_id = any($2)',
    of('voice_campaign'),
  )
  await run('delete from voice_campaigns where workspace_id = $1 and id = any($2)', of('voice_campaign'))
  await removeAgents(tx, workspaceId, of('agent'), run)
  await run('delete from saved_views where workspace_id = $1 and id = any($2)', of('saved_view'))
  await run('delete from source_costs where workspace_id = $1 and id = any($2)', of('source_cost'))
  await run('delete from goals where workspace_id = $1 and id = any($2)', of('goal'))
  await run('delete from report_dashboards where workspace_id = $1 and id = any($2)', of('report_dashboard'))
  await run('delete from saved_reports where workspace_id = $1 and id = any($2)', of('saved_report'))
  await run('delete from call_queues where workspace_id = $1 and id = any($2)', of('call_queue'))
  // Somebody of the sample whom an administrator promoted may be the one who removes it.
  const userIds = of('user').filter((id) => id !== userId)
  await removeUsers(tx, workspaceId, userIds, run)
  const unused = await findUnused(tx, workspaceId, 'companies', of('company'), [])
  await run('delete from companies where workspace_id = $1 and id = any($2)', unused)
  await removeFields(tx, workspaceId, of('custom_field'), run)
  await sql`delete from sample_records where workspace_id = ${workspaceId}`.execute(tx)
  await sql`update workspaces set sample_loaded_at = null, sample_resumes_at = null where id = ${workspaceId}`.execute(
    tx,
  )
  return {
    removed: { applications, people: people.ids.length, positions, companies: unused.length },
    kept: {
      applications: rows[0]!.n,
      people: people.total - people.ids.length,
      positions: of('position').length - positions,
      companies: of('company').length - unused.length,
    },
    userIds,
    fileKeys: files.rows.map((row) => row.storage_key),
  }
}
