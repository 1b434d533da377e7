import { ConfigError } from '../config/config-error.ts'
import { EmbeddedPostgresError } from '../database/embedded-error.ts'
import { BackupError, type BackupManifest } from './backup-format.ts'

/** Formats a backup's counts and the time since `startedAt`, a value of `performance.now()`. */
export function formatCounts({ tables, files }: BackupManifest, startedAt: number): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  return `${rows} rows and ${files.count} files in ${seconds} s`
}

/** Ends a failed command: with one line if the operator can fix it, else with the stack. */
export function reportFailure(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException
  const isPlain =
    error instanceof BackupError || error instanceof EmbeddedPostgresError || error instanceof ConfigError
  console.error(isPlain || code?.startsWith('E') ? (error as Error).message : error)
  process.exitCode = 1
}
