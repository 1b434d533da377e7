import { ConfigError } from '../config.ts'
import { EmbeddedPostgresError } from '../database/embedded-error.ts'
import { BackupError, type BackupManifest } from './backup-format.ts'

/** How much a backup holds, and how long it took since a moment of `performance.now()`. */
export function sayCounts({ tables, files }: BackupManifest, startedAt: number): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  return `${rows} rows and ${files.count} files in ${seconds} s`
}

/** Ends a command that failed: in one line where a person can mend it, with the stack otherwise. */
export function sayFailure(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException
  const isPlain =
    error instanceof BackupError || error instanceof EmbeddedPostgresError || error instanceof ConfigError
  console.error(isPlain || code?.startsWith('E') ? (error as Error).message : error)
  process.exitCode = 1
}
