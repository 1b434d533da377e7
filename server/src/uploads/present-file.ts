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

/** Presents a file for a link. Access is checked again when it is opened. */
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
