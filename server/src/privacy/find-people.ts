import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Everything that is somebody's, by id. */
export interface Traces {
  workspaceId: string
  /** Those asked for, and those merged into them. */
  candidateIds: string[]
  applicationIds: string[]
  callIds: string[]
  /** Files of theirs and of nobody else. */
  fileIds: string[]
  /** Imports they stand in. */
  importIds: string[]
  /** What they are known by, to find what is not linked to them. */
  known: Known
}

export interface Known {
  names: string[]
  emails: string[]
  /** Without what is typed in front of and between them. */
  phoneDigits: string[]
}

/** Of a number's digits: what remains however its country is written. */
const ownDigits = 8

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
  const digits = of('phone').map((phone) => phone.replace(/\D/g, '').slice(-ownDigits))
  return {
    names: of('name'),
    emails: of('email'),
    phoneDigits: digits.filter(({ length }) => length === ownDigits),
  }
}

/** Looks up everything that is known of people, those merged into them included. */
export async function findPeople(db: Database, workspaceId: string, ids: readonly string[]): Promise<Traces> {
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
  const fileIds = await idsOf(
    db,
    sql`
      with theirs as (
        select resume_file_id as id from candidates
          where workspace_id = ${workspaceId} and id = any(${candidateIds}::uuid[])
        union select resume_file_id from applications
          where workspace_id = ${workspaceId} and id = any(${applicationIds}::uuid[])
        union select file_id from activity_logs
          where workspace_id = ${workspaceId} and application_id = any(${applicationIds}::uuid[])
      )
      select id from theirs
      where id is not null
        and not exists (
          select from candidates c where c.workspace_id = ${workspaceId} and c.resume_file_id = theirs.id
            and c.id <> all(${candidateIds}::uuid[])
        )
        and not exists (
          select from applications a where a.workspace_id = ${workspaceId} and a.resume_file_id = theirs.id
            and a.id <> all(${applicationIds}::uuid[])
        )
        and not exists (
          select from activity_logs l where l.workspace_id = ${workspaceId} and l.file_id = theirs.id
            and l.application_id <> all(${applicationIds}::uuid[])
        )
    `,
  )
  const known = await findKnown(db, workspaceId, candidateIds)
  const importIds = await idsOf(
    db,
    sql`select distinct import_id as id from import_rows r where ${isTheirRow(workspaceId, { candidateIds, applicationIds, known })}`,
  )
  return { workspaceId, candidateIds, applicationIds, callIds, fileIds, importIds, known }
}

/**
 * Which rows of imports (as `r`) are somebody's: those that made or changed them, and those refused that have an e-mail,
 * a phone or the whole name of theirs in a cell.
 */
export function isTheirRow(
  workspaceId: string,
  { candidateIds, applicationIds, known }: Pick<Traces, 'candidateIds' | 'applicationIds' | 'known'>,
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
