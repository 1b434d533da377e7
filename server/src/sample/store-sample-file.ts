import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import { storeStream } from '../files/store-stream.ts'
import type { Services } from '../services.ts'

interface SampleFile {
  name: string
  contentType: string
  content: Buffer
  createdAt: string
}

/**
 * Stores a file of the sample and attaches it.
 *
 * @param findPlace locks what the file belongs to and returns how to attach it; undefined if it is gone or has a file
 * by now, as when the sample was removed meanwhile: then nothing is stored.
 */
export async function storeSampleFile(
  { db, files }: Services,
  workspaceId: string,
  file: SampleFile,
  findPlace: (tx: Database) => Promise<((fileId: string) => Promise<unknown>) | undefined>,
): Promise<void> {
  const id = newId()
  const key = `uploads/${workspaceId}/${id}`
  const stored = await storeStream(files, key, Readable.from([file.content]))
  const isAttached = await writeTransaction(db, async (tx) => {
    const attach = await findPlace(tx)
    if (!attach) return false
    await tx
      .insertInto('files')
      .values({
        workspace_id: workspaceId,
        id,
        name: file.name,
        content_type: file.contentType,
        storage_key: key,
        created_at: file.createdAt,
        attached_at: sql`now()`,
        ...stored,
      })
      .execute()
    await attach(id)
    return true
  })
  if (!isAttached) await files.remove(key)
}
