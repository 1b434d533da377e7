import type { Database } from '../../database/connect.ts'
import { insertRows } from '../../database/insert-rows.ts'

/** Records that the version after a person's or application's last one says the same to an undo as the version `sameAs`. */
export async function writeRestored(
  tx: Database,
  workspaceId: string,
  restored: readonly { subject: { id: string; version: number }; sameAs: number }[],
): Promise<void> {
  await insertRows(
    tx,
    'import_restored',
    { workspace_id: 'uuid', subject_id: 'uuid', version: 'integer', same_as: 'integer' },
    restored.map(({ subject, sameAs }) => ({
      workspace_id: workspaceId,
      subject_id: subject.id,
      version: subject.version + 1,
      same_as: sameAs,
    })),
  )
}
