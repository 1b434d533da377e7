import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import type { ImportKey } from './load-units.ts'

interface Some {
  /** When the undo ended. A user deleted whatever was deleted later. */
  undoneAt: string
  after: string | null
  limit: number
}

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Returns and locks the next people whom an import created and its undo deleted. `last` is the last ID considered, null at
 * the end. Leaves out people who were restored, erased or merged, and those with an application that exists or was deleted
 * after the undo, because that one can be restored for 30 days.
 */
export async function findRemovedPeople(
  tx: Database,
  { id, workspaceId }: ImportKey,
  { undoneAt, after, limit }: Some,
): Promise<{ ids: string[]; last: string | null }> {
  const { rows } = await sql<{ id: string }>`
    select c.id from import_rows r
    join candidates c on c.workspace_id = r.workspace_id and c.id = r.candidate_id
    where r.workspace_id = ${workspaceId} and r.import_id = ${id} and r.candidate_is_new
      and r.candidate_id > ${after ?? nobody}
      and c.deleted_at <= ${undoneAt} and c.erased_at is null and c.merged_into is null
    order by r.candidate_id limit ${limit}
    for update of c
  `.execute(tx)
  const found = rows.map((row) => row.id)
  // Locked, so that none is restored before its person is checked.
  const applications = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`candidate_id = any(${found}::uuid[])`)
    .orderBy('id')
    .select('candidate_id')
    .select(sql<boolean>`deleted_at is null or deleted_at > ${undoneAt}`.as('stays'))
    .forNoKeyUpdate()
    .execute()
  const merged = await tx
    .selectFrom('candidates')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`merged_into = any(${found}::uuid[])`)
    .select('merged_into')
    .execute()
  const staying = new Set<string | null>([
    ...applications.filter(({ stays }) => stays).map((one) => one.candidate_id),
    ...merged.map((one) => one.merged_into),
  ])
  return { ids: found.filter((one) => !staying.has(one)), last: found.at(-1) ?? null }
}

/** Returns and locks the next applications that an import created and its undo deleted, of any person. */
export async function findRemovedApplications(
  tx: Database,
  { id, workspaceId }: ImportKey,
  { undoneAt, after, limit }: Some,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from import_rows r
    join applications a on a.workspace_id = r.workspace_id and a.id = r.application_id
    where r.workspace_id = ${workspaceId} and r.import_id = ${id} and r.result = 'created'
      and a.id > ${after ?? nobody} and a.deleted_at <= ${undoneAt}
    order by a.id limit ${limit}
    for no key update of a
  `.execute(tx)
  return rows.map((row) => row.id)
}
