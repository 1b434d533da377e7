import { resolve } from 'node:path'
import { BackupError } from '../src/backup/backup-format.ts'
import { writeBackup } from '../src/backup/write-backup.ts'
import { ConfigError, readConfig } from '../src/config.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { findRunning } from '../src/database/embedded-data.ts'
import { EmbeddedPostgresError } from '../src/database/embedded-error.ts'
import { openFileStorage } from '../src/files/open-file-storage.ts'

/** npm run backup -- <file>: all rows and files as of one moment; the server may go on meanwhile. */
const [, , path] = process.argv
if (!path) {
  console.error('Usage: npm run backup -- <file>')
  process.exit(1)
}

const started = performance.now()
let embedded: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null = null
try {
  const config = readConfig()
  const running = config.databaseDirectUrl ?? config.databaseUrl ?? (await findRunning(config.dataDir))
  if (!running) embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log })
  const manifest = await writeBackup({
    connectionString: running ?? embedded!.connectionString,
    files: await openFileStorage(config),
    path: resolve(path),
    log: console.log,
  })
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${resolve(path)}: ${rows} rows and ${manifest.files.count} files in ${seconds} s`)
} catch (error) {
  const { code } = error as NodeJS.ErrnoException
  const isPlain =
    error instanceof BackupError || error instanceof EmbeddedPostgresError || error instanceof ConfigError
  console.error(isPlain || code?.startsWith('E') ? (error as Error).message : error)
  process.exitCode = 1
} finally {
  await embedded?.stop()
}
