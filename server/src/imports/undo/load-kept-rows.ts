import type { KeptCode } from '@muster/contract/import-undo.ts'
import type { Database } from '../../database/connect.ts'

/** Returns the rows that the undo kept, after row `after`, in the order of the file. */
export async function loadKeptRows(
  db: Database,
  workspaceId: string,
  importId: string,
  { after, limit }: { after: number; limit: number },
) {
  const rows = await db
    .selectFrom('import_kept_rows as kept')
    .innerJoin('import_rows as r', (join) =>
      join
        .onRef('r.workspace_id', '=', 'kept.workspace_id')
        .onRef('r.import_id', '=', 'kept.import_id')
        .onRef('r.row_number', '=', 'kept.row_number'),
    )
    .leftJoin('applications as a', (join) =>
      join
        .onRef('a.workspace_id', '=', 'r.workspace_id')
        .onRef('a.id', '=', 'r.application_id')
        .on('a.deleted_at', 'is', null),
    )
    .leftJoin('candidates as c', (join) =>
      join
        .onRef('c.workspace_id', '=', 'r.workspace_id')
        .onRef('c.id', '=', 'r.candidate_id')
        .on('c.deleted_at', 'is', null),
    )
    .where('kept.workspace_id', '=', workspaceId)
    .where('kept.import_id', '=', importId)
    .where('kept.row_number', '>', after)
    .orderBy('kept.row_number')
    .limit(limit)
    .select(['kept.row_number', 'kept.code', 'a.id as application_id', 'a.candidate_name', 'c.name'])
    .select(['c.id as candidate_id', 'c.email', 'c.phone'])
    .execute()
  return rows.map((row) => ({
    row: row.row_number,
    code: row.code as KeptCode,
    name: row.candidate_name ?? row.name,
    email: row.email,
    phone: row.phone,
    applicationId: row.application_id,
    candidateId: row.candidate_id,
  }))
}
