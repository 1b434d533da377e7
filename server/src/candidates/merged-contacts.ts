import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { opaqueId } from '../database/opaque-id.ts'
import type { CandidateRow } from './present-candidate.ts'

const columns = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  profileUrl: 'profile_url',
  externalId: 'external_id',
} as const

export type KnownBy = keyof typeof columns

const kinds = Object.keys(columns) as KnownBy[]

/** Makes the survivor findable by the contact data of both, and by all that led to the merged candidate. */
export async function storeMergedContacts(
  tx: Database,
  workspaceId: string,
  mergeId: string,
  survivor: CandidateRow,
  merged: CandidateRow,
): Promise<void> {
  const contacts = [survivor, merged].flatMap((owner) =>
    kinds.flatMap((kind) => {
      const value = owner[columns[kind]]
      return value === null ? [] : [{ owner_id: owner.id, kind, value }]
    }),
  )
  await tx
    .insertInto('merged_contacts')
    .values(
      contacts.map((one) => ({
        ...one,
        workspace_id: workspaceId,
        merge_id: mergeId,
        candidate_id: survivor.id,
      })),
    )
    .execute()
  await tx
    .updateTable('merged_contacts')
    .set({ candidate_id: survivor.id })
    .where('workspace_id', '=', workspaceId)
    .where('candidate_id', '=', merged.id)
    .execute()
}

/** Makes the merged candidate findable again by their contact data, including data from their own merges. */
export async function restoreMergedContacts(
  tx: Database,
  workspaceId: string,
  mergeId: string,
  mergedId: string,
): Promise<void> {
  await tx
    .deleteFrom('merged_contacts')
    .where('workspace_id', '=', workspaceId)
    .where('merge_id', '=', mergeId)
    .execute()
  await sql`
    with recursive behind as (
      select ${mergedId}::uuid as id
      union
      select c.id from candidates c join behind on c.workspace_id = ${workspaceId} and c.merged_into = behind.id
    )
    update merged_contacts set candidate_id = ${mergedId}
    where workspace_id = ${workspaceId} and owner_id in (select id from behind)
  `.execute(tx)
}

/** Returns the candidate who had a value before a merge, the oldest first. Deleted candidates are not found. */
export async function findMergedBy(
  db: Database,
  workspaceId: string,
  kind: KnownBy,
  value: string,
): Promise<string | null> {
  const [found] = await findAllMergedBy(db, workspaceId, kind, [value])
  return found?.candidateId ?? null
}

export async function findAllMergedBy(
  db: Database,
  workspaceId: string,
  kind: KnownBy,
  values: readonly string[],
): Promise<{ value: string; candidateId: string }[]> {
  if (values.length === 0) return []
  const { rows } = await sql<{ value: string; candidateId: string }>`
    select distinct on (k.value) k.value, k.candidate_id as "candidateId"
    from merged_contacts k
    join candidates c on c.workspace_id = k.workspace_id and c.id = k.candidate_id
    where k.workspace_id = ${opaqueId(workspaceId)} and k.kind = ${kind} and k.value = any(${values}::text[])
      and c.deleted_at is null
    order by k.value, k.candidate_id
  `.execute(db)
  return rows
}

export async function loadMergedContacts(
  db: Database,
  workspaceId: string,
  candidateIds: readonly string[],
): Promise<Map<string, { kind: KnownBy; value: string }[]>> {
  if (candidateIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; kind: KnownBy; value: string }>`
    select distinct candidate_id as id, kind, value from merged_contacts
    where workspace_id = ${opaqueId(workspaceId)} and candidate_id = any(${candidateIds}::uuid[])
    order by kind, value
  `.execute(db)
  return Map.groupBy(rows, (row) => row.id)
}
