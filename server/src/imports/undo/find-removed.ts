import { sql } from 'kysely'
import type { Database } from '../../database/connect.ts'
import type { ImportKey } from './load-units.ts'

interface Some {
  /** When the undo ended: who was deleted later was deleted by somebody, not by it. */
  undoneAt: string
  after: string | null
  limit: number
}

const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * The next people whom an import created and whom its undo removed, locked; `last` is the last one looked at, null when
 * there are no more. Somebody restored, erased or merged is none of them, nor is anybody with an application that is live or
 * was deleted after the undo: that one can be restored for 30 days of its own.
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
  // Nobody restores one of them until it is known whether their person has any.
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

/** The next applications that an import created and that its undo removed, of whomever, locked. */
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
