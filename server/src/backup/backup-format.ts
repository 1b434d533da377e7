import { z } from 'zod'

/** Changes when a backup of before cannot be read any more. */
export const backupFormat = 1

/** The rows of a table and the bytes of a file are cut into parts of at most this size, so that neither is ever held whole. */
export const partBytes = 4 * 1024 * 1024

/** The first entry: what the rest is about. */
export const backupHeader = z.object({
  format: z.literal(backupFormat),
  version: z.string(),
  createdAt: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
})
export type BackupHeader = z.infer<typeof backupHeader>

/** The last one: what all of it must add up to. */
export const backupManifest = z.object({
  tables: z.record(
    z.string(),
    z.object({ rows: z.int(), hash: z.string(), bytes: z.int(), sha256: z.string() }),
  ),
  files: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
})
export type BackupManifest = z.infer<typeof backupManifest>

/** What goes wrong with a backup and a person can do something about; in one line. */
export class BackupError extends Error {}

export const partName = (of: string, part: number) => `${of}/${String(part).padStart(6, '0')}`
