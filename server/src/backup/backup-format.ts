import { z } from 'zod'

/** Raised when older backups can no longer be read. */
export const backupFormat = 1

/** The maximal size of a part of a table's rows or a file's bytes, so that neither is ever held in memory whole. */
export const partBytes = 4 * 1024 * 1024

/** The first entry: describes the rest. */
export const backupHeader = z.object({
  format: z.literal(backupFormat),
  version: z.string(),
  createdAt: z.string(),
  /** All changes before this are in the backup. Not in older backups. */
  changesUntil: z.string().optional(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
})
export type BackupHeader = z.infer<typeof backupHeader>

/** The last entry: the totals and hashes that the rest must match. */
export const backupManifest = z.object({
  tables: z.record(
    z.string(),
    z.object({ rows: z.int(), hash: z.string(), bytes: z.int(), sha256: z.string() }),
  ),
  files: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
})
export type BackupManifest = z.infer<typeof backupManifest>

/** A failure that the operator can fix; its message is one line. */
export class BackupError extends Error {}

export const partName = (of: string, part: number) => `${of}/${String(part).padStart(6, '0')}`
