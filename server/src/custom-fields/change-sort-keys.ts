import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Jobs } from '../jobs/jobs.ts'

/**
 * Makes the job `build-sort-keys` write what lists are sorted by for a field, or remove it if the field is not
 * `sortable` any more. The caller has locked the fields.
 */
export async function changeSortKeys(
  tx: Database,
  jobs: Jobs,
  workspaceId: string,
  fieldId: string,
  sortable: boolean,
): Promise<void> {
  await tx
    .updateTable('custom_fields')
    .set({ sort_state: sortable ? 'building' : 'removing', sort_version: sql`sort_version + 1` })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', fieldId)
    .execute()
  await jobs.send(tx, 'build-sort-keys', {})
}
