import { sql } from 'kysely'
import { plural, t } from '#texts'
import { conflict } from '../app-error.ts'
import type { Quotas } from '../config/read-settings.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import type { Services } from '../services.ts'
import { lockStorage, readStorageUse, type StorageUse } from './storage-use.ts'

/** Longer than an upload may take. */
const reservedMinutes = 60

function formatMegabytes(bytes: number): string {
  const [size, unit] = bytes >= 2 ** 30 ? [bytes / 2 ** 30, 'GB'] : [bytes / 2 ** 20, 'MB']
  return `${Math.round(size * 10) / 10} ${unit}`
}

/** @throws CONFLICT that names the exceeded quota */
function assertWithin(quotas: Quotas, used: StorageUse, { bytes, isAnalysis }: Wanted): void {
  const { analyses, files } = quotas
  if (isAnalysis && used.analyses >= analyses)
    throw conflict(
      t`Your workspace has ${plural(analyses, { one: '# file', other: '# files' })} waiting to be imported, which is the limit. Import one of them. Files that are not imported are removed after a day.`,
    )
  if (used.files >= files)
    throw conflict(
      t`Your workspace stores ${plural(files, { one: '# file', other: '# files' })}, which is the limit. Delete files or erase candidates you no longer need, or ask the administrator of this installation for more.`,
    )
  if (used.bytes + bytes > quotas.bytes)
    throw conflict(
      t`Not enough storage for this file: your workspace uses ${formatMegabytes(used.bytes)} of ${formatMegabytes(quotas.bytes)}. Delete files or erase candidates you no longer need, or ask the administrator of this installation for more.`,
    )
}

interface Wanted {
  /** The maximal size of the file. */
  bytes: number
  isAnalysis: boolean
}

export interface Reservation {
  /** Ends the reservation in the transaction that inserts the file's row. */
  release(tx: Database): Promise<void>
}

/**
 * Reserves storage of a workspace while `store` receives a file. Only the reserving itself is locked, so concurrent
 * uploads cannot exceed a quota together and none waits for another's upload. A reservation ends with `store` at the
 * latest.
 * @throws CONFLICT when a quota would be exceeded
 */
export async function withReservedStorage<Result>(
  { db, config }: Pick<Services, 'db' | 'config'>,
  workspaceId: string,
  wanted: Wanted,
  store: (reservation: Reservation) => Promise<Result>,
): Promise<Result> {
  const id = newId()
  await writeTransaction(db, async (tx) => {
    await lockStorage(tx, workspaceId)
    assertWithin(config.quotas, await readStorageUse(tx, workspaceId), wanted)
    await tx
      .insertInto('storage_reservations')
      .values({
        workspace_id: workspaceId,
        id,
        bytes: wanted.bytes,
        is_analysis: wanted.isAnalysis,
        expires_at: sql`now() + make_interval(mins => ${reservedMinutes})`,
      })
      .execute()
  })
  const release = async (tx: Database) => {
    await tx
      .deleteFrom('storage_reservations')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
  }
  try {
    return await store({ release })
  } finally {
    // If it cannot be removed now, it expires; if it was released, it is already gone.
    await release(db).catch(() => {})
  }
}

/** Returns the maximal size of a request's file, from its Content-Length if known. */
export function maxBytesOf(bodyBytes: number | null, maxBytes: number): number {
  return bodyBytes === null ? maxBytes : Math.min(bodyBytes, maxBytes)
}
