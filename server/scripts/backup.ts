import { resolve } from 'node:path'
import { formatCounts, reportFailure } from '../src/backup/report-outcome.ts'
import { writeBackup } from '../src/backup/write-backup.ts'
import { readConfig } from '../src/config/config.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { findRunning } from '../src/database/embedded-data.ts'
import { openFileStorage } from '../src/files/open-file-storage.ts'

/** npm run backup -- <file>: writes a snapshot of all rows and files while the server runs. */
const [, , path] = process.argv
if (!path) {
  console.error('Usage: npm run backup -- <file>')
  process.exit(1)
}

const started = performance.now()
let embedded: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null = null
try {
  const config = readConfig()
  const running =
    config.databaseOwnerUrl ??
    config.databaseDirectUrl ??
    config.databaseUrl ??
    (await findRunning(config.dataDir))
  if (!running) embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log })
  const manifest = await writeBackup({
    connectionString: running ?? embedded!.connectionString,
    files: await openFileStorage(config),
    path: resolve(path),
    log: console.log,
  })
  console.log(`${resolve(path)}: ${formatCounts(manifest, started)}`)
} catch (error) {
  reportFailure(error)
} finally {
  await embedded?.stop()
}
