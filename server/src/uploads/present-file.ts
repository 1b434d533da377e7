import type { uploadedFile } from '@muster/contract/uploads.ts'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'

interface FileRow {
  id: string
  name: string
  content_type: string
  size: number
  created_at: string
}

/** What a link to a file needs; whether the reader may have it is checked again when they ask for it. */
export function presentFileRow(row: FileRow): z.input<typeof uploadedFile> {
  return {
    id: row.id,
    name: row.name,
    contentType: row.content_type,
    size: row.size,
    url: `/api/v1/uploads/${row.id}/`,
    createdAt: row.created_at,
  }
}

/** A file by its id, or null when there is none. */
export async function presentFile(
  db: Database,
  workspaceId: string,
  id: string,
): Promise<z.input<typeof uploadedFile> | null> {
  const row = await db
    .selectFrom('files')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .select(['id', 'name', 'content_type', 'size', 'created_at'])
    .executeTakeFirst()
  return row ? presentFileRow(row) : null
}
