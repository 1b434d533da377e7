import { sql } from 'kysely'
import { t } from '#texts'
import type { Quotas } from '../config.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { writeTransaction } from '../database/transaction.ts'
import { conflict } from '../http/app-error.ts'
import type { Services } from '../services.ts'
import { lockStorage, readStorageUse, type StorageUse } from './storage-use.ts'

/** Longer than a body may take to come in. */
const reservedMinutes = 60

function formatMegabytes(bytes: number): string {
  const [size, unit] = bytes >= 2 ** 30 ? [bytes / 2 ** 30, 'GB'] : [bytes / 2 ** 20, 'MB']
  return `${Math.round(size * 10) / 10} ${unit}`
}

/** @throws CONFLICT that names the quota which the file would exceed */
function assertWithin(quotas: Quotas, used: StorageUse, { bytes, isAnalysis }: Wanted): void {
  const { analyses, files } = quotas
  if (isAnalysis && used.analyses >= analyses)
    throw conflict(
      t`Your workspace has ${analyses} files waiting to be imported, which is the limit. Import one of them; what is not imported is removed after a day.`,
    )
  if (used.files >= files)
    throw conflict(
      t`Your workspace stores ${files} files, which is the limit. Erase people or files that you no longer need, or ask who runs this installation for more.`,
    )
  if (used.bytes + bytes > quotas.bytes)
    throw conflict(
      t`The file does not fit: your workspace uses ${formatMegabytes(used.bytes)} of its ${formatMegabytes(quotas.bytes)} of storage. Erase people or files that you no longer need, or ask who runs this installation for more.`,
    )
}

interface Wanted {
  /** The most that the file can have. */
  bytes: number
  isAnalysis: boolean
}

export interface Reservation {
  /** Ends the reservation in the transaction that stores the file's row. */
  release(tx: Database): Promise<void>
}

/**
 * Reserves storage of a workspace while `store` takes a file in. Nothing is locked meanwhile: only reserving is done one
 * by one, so that uploads at the same time cannot exceed a quota together. A reservation ends with `store` at the latest.
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
    // One that cannot be removed now expires; one that was released is gone.
    await release(db).catch(() => {})
  }
}

/** The most that the file of a request can have, by the length of its body where that is known. */
export function mostBytesOf(bodyBytes: number | null, maxBytes: number): number {
  return bodyBytes === null ? maxBytes : Math.min(bodyBytes, maxBytes)
}
