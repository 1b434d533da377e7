import type { uploadedFile } from '@muster/contract/uploads.ts'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import { apiPrefix } from '../http/route.ts'

/** A stored file with where to get it. */
export async function presentFile(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<z.input<typeof uploadedFile>> {
  const row = await db
    .selectFrom('files')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    url: `${apiPrefix}/uploads/${row.id}/`,
    createdAt: row.created_at,
  }
}
