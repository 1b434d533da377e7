import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type CandidateData, isImportRowOf } from './find-candidate-data.ts'

type Condition = (data: CandidateData) => RawBuilder<boolean>

const among = (column: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(`r.${column}`)} = any(${[...ids]}::uuid[])`

/** Every table with data about a candidate, with the condition for their rows (as `r`). */
const rowConditions: Record<string, Condition> = {
  candidates: ({ candidateIds }) => among('id', candidateIds),
  candidate_merges: ({ candidateIds }) =>
    sql`(${among('survivor_id', candidateIds)} or ${among('merged_id', candidateIds)})`,
  consent_entries: ({ candidateIds }) => among('candidate_id', candidateIds),
  merged_contacts: ({ candidateIds }) =>
    sql`(${among('owner_id', candidateIds)} or ${among('candidate_id', candidateIds)})`,
  applications: ({ applicationIds }) => among('id', applicationIds),
  dispositions: ({ applicationIds }) => among('application_id', applicationIds),
  submissions: ({ applicationIds }) => among('application_id', applicationIds),
  submission_messages: ({ workspaceId, applicationIds }) => sql`r.submission_id in (
    select s.id from submissions s
    where s.workspace_id = ${workspaceId} and s.application_id = any(${applicationIds}::uuid[])
  )`,
  activity_logs: ({ applicationIds }) => among('application_id', applicationIds),
  calls: ({ callIds }) => among('id', callIds),
  predial_answers: ({ applicationIds }) => among('application_id', applicationIds),
  notifications: ({ applicationIds }) => among('application_id', applicationIds),
  files: ({ fileIds }) => among('id', fileIds),
  import_rows: (data) => isImportRowOf(data.workspaceId, data),
  webhook_deliveries: ({ applicationIds, callIds }) =>
    sql`(${among('application_id', applicationIds)} or ${among('call_id', callIds)})`,
}

/** Tables whose names make the references in the rows readable. */
const namedTables = ['positions', 'statuses', 'users', 'agents', 'companies', 'reasons']

/** Returns all stored rows about a candidate by table, with the names of what they refer to. */
export async function collectEverything(db: Database, data: CandidateData): Promise<Record<string, unknown>> {
  const collected: Record<string, unknown[]> = {}
  for (const [table, condition] of Object.entries(rowConditions)) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(r) - 'workspace_id' - 'search_text' - 'candidate_search' - 'rank' - 'storage_key' as row
      from ${sql.table(table)} r where r.workspace_id = ${data.workspaceId} and ${condition(data)}
    `.execute(db)
    collected[table] = rows.map(({ row }) => row)
  }
  const names: Record<string, string> = {}
  const mentioned = JSON.stringify(collected).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  for (const table of namedTables) {
    const { rows } = await sql<{ id: string; name: string }>`
      select id, name from ${sql.table(table)}
      where workspace_id = ${data.workspaceId} and id = any(${[...new Set(mentioned)]}::uuid[])
    `.execute(db)
    for (const { id, name } of rows) names[id] = name
  }
  return { ...collected, names }
}
