import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface CandidateData {
  workspaceId: string
  /** The requested candidates and those merged into them. */
  candidateIds: string[]
  applicationIds: string[]
  callIds: string[]
  /** Files that belong to nobody else. */
  fileIds: string[]
  /** Imports with rows about them. */
  importIds: string[]
  /** Their names and contact data, to find rows that are not linked to them. */
  known: Known
}

export interface Known {
  names: string[]
  emails: string[]
  /** The last `significantDigits` digits. */
  phoneDigits: string[]
}

/** The number of final digits that do not depend on how the country code is written. */
const significantDigits = 8

async function idsOf(db: Database, query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> {
  const { rows } = await query.execute(db)
  return rows.map(({ id }) => id)
}

async function findKnown(db: Database, workspaceId: string, candidateIds: string[]): Promise<Known> {
  const { rows } = await sql<{ kind: string; value: string }>`
    select 'name' as kind, name as value from candidates
      where workspace_id = ${workspaceId} and id = any(${candidateIds}::uuid[])
    union select 'email', lower(email) from candidates
      where workspace_id = ${workspaceId} and id = any(${candidateIds}::uuid[]) and email is not null
    union select 'phone', phone from candidates
      where workspace_id = ${workspaceId} and id = any(${candidateIds}::uuid[]) and phone is not null
    union select kind, value from merged_contacts
      where workspace_id = ${workspaceId} and owner_id = any(${candidateIds}::uuid[])
  `.execute(db)
  const of = (kind: string) => rows.filter((row) => row.kind === kind).map(({ value }) => value)
  const digits = of('phone').map((phone) => phone.replace(/\D/g, '').slice(-significantDigits))
  return {
    names: of('name'),
    emails: of('email'),
    phoneDigits: digits.filter(({ length }) => length === significantDigits),
  }
}

const nothing = { callIds: [], importIds: [], known: { names: [], emails: [], phoneDigits: [] } }

/** Returns files that belong only to these candidates and their applications. */
async function findFiles(
  db: Database,
  {
    workspaceId,
    candidateIds,
    applicationIds,
    callIds,
  }: Pick<CandidateData, 'workspaceId' | 'candidateIds' | 'applicationIds' | 'callIds'>,
): Promise<string[]> {
  // Removed values of custom fields are included while their files are kept.
  const rowIds = [...candidateIds, ...applicationIds, ...callIds]
  return idsOf(
    db,
    sql`
      with linked_files as (
        select resume_file_id as id from candidates
          where workspace_id = ${workspaceId} and id = any(${candidateIds}::uuid[])
        union select resume_file_id from applications
          where workspace_id = ${workspaceId} and id = any(${applicationIds}::uuid[])
        union select file_id from activity_logs
          where workspace_id = ${workspaceId} and application_id = any(${applicationIds}::uuid[])
        union select file_id from custom_field_files
          where workspace_id = ${workspaceId} and row_id = any(${rowIds}::uuid[])
        union select evidence_file_id from consent_entries
          where workspace_id = ${workspaceId} and candidate_id = any(${candidateIds}::uuid[])
      )
      select id from linked_files
      where id is not null
        and not exists (
          select from candidates c where c.workspace_id = ${workspaceId} and c.resume_file_id = linked_files.id
            and c.id <> all(${candidateIds}::uuid[])
        )
        and not exists (
          select from applications a where a.workspace_id = ${workspaceId} and a.resume_file_id = linked_files.id
            and a.id <> all(${applicationIds}::uuid[])
        )
        and not exists (
          select from activity_logs l where l.workspace_id = ${workspaceId} and l.file_id = linked_files.id
            and l.application_id <> all(${applicationIds}::uuid[])
        )
        and not exists (
          select from custom_field_files x where x.workspace_id = ${workspaceId} and x.file_id = linked_files.id
            and x.row_id <> all(${rowIds}::uuid[])
        )
        and not exists (
          select from consent_entries e where e.workspace_id = ${workspaceId} and e.evidence_file_id = linked_files.id
            and e.candidate_id <> all(${candidateIds}::uuid[])
        )
    `,
  )
}

/** Finds what is linked to candidates by id, including those merged into them; not what only mentions them. */
export async function findLinked(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<CandidateData> {
  const candidateIds = await idsOf(
    db,
    sql`
      with recursive merged as (
        select id from candidates where workspace_id = ${workspaceId} and id = any(${[...ids]}::uuid[])
        union
        select c.id from candidates c join merged on c.merged_into = merged.id where c.workspace_id = ${workspaceId}
      )
      select id from merged
    `,
  )
  const applicationIds = await idsOf(
    db,
    sql`select id from applications where workspace_id = ${workspaceId} and candidate_id = any(${candidateIds}::uuid[])`,
  )
  const callIds = await idsOf(
    db,
    sql`
      select id from calls where workspace_id = ${workspaceId} and candidate_id = any(${candidateIds}::uuid[])
      union
      select id from calls where workspace_id = ${workspaceId} and application_id = any(${applicationIds}::uuid[])
    `,
  )
  const found = { workspaceId, candidateIds, applicationIds, callIds }
  return { ...nothing, ...found, fileIds: await findFiles(db, found) }
}

/** Finds what belongs to applications, but not to their candidates. */
export async function findApplicationData(
  db: Database,
  workspaceId: string,
  applicationIds: string[],
): Promise<CandidateData> {
  const found = { workspaceId, candidateIds: [], applicationIds, callIds: [] }
  return { ...nothing, ...found, fileIds: await findFiles(db, found) }
}

/** Finds everything about candidates, including those merged into them. */
export async function findCandidateData(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<CandidateData> {
  const linked = await findLinked(db, workspaceId, ids)
  const { candidateIds, applicationIds } = linked
  const known = await findKnown(db, workspaceId, candidateIds)
  const importIds = await idsOf(
    db,
    sql`select distinct import_id as id from import_rows r where ${isImportRowOf(workspaceId, { candidateIds, applicationIds, known })}`,
  )
  return { ...linked, importIds, known }
}

/**
 * Returns a condition on `import_rows r`: rows that created or changed the candidates, and rejected rows with one of
 * their emails, phone numbers or full names in a cell.
 */
export function isImportRowOf(
  workspaceId: string,
  { candidateIds, applicationIds, known }: Pick<CandidateData, 'candidateIds' | 'applicationIds' | 'known'>,
) {
  return sql<boolean>`r.workspace_id = ${workspaceId} and (
    r.candidate_id = any(${candidateIds}::uuid[])
    or r.application_id = any(${applicationIds}::uuid[])
    or (r.cells is not null and (
      r.cells ?| ${known.names}::text[]
      or exists (select from unnest(${known.emails}::text[]) e where strpos(lower(r.cells::text), e) > 0)
      or exists (
        select from unnest(${known.phoneDigits}::text[]) p
        where strpos(regexp_replace(r.cells::text, '\D', '', 'g'), p) > 0
      )
    ))
  )`
}
