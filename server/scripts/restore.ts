import { rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatCounts, reportFailure } from '../src/backup/report-outcome.ts'
import { restoreBackup } from '../src/backup/restore-backup.ts'
import { readConfig } from '../src/config/config.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { createLocalFileStorage } from '../src/files/file-storage.ts'
import { openFileStorage } from '../src/files/open-file-storage.ts'
import { databaseUrls } from '../src/installation/database-urls.ts'
import { prepareSchema } from '../src/installation/prepare-schema.ts'

/** npm run restore -- <file> [--replace]: restores a backup; the server must be stopped. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { replace: { type: 'boolean', default: false } },
})
const [path] = positionals
if (!path) {
  console.error('Usage: npm run restore -- <file> [--replace]')
  process.exit(1)
}

const started = performance.now()
let embedded: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null = null
try {
  const config = readConfig()
  if (!config.databaseUrl)
    embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log })
  const { ownerUrl, directUrl } = databaseUrls(config, embedded)
  // Restored next to the existing files, and swapped in when complete.
  const folder = join(config.dataDir, 'files')
  const [draft, before] = [`${folder}.restoring`, `${folder}.before`]
  await rm(draft, { recursive: true, force: true })
  const manifest = await restoreBackup({
    path: resolve(path),
    connectionString: ownerUrl,
    files: config.s3 ? await openFileStorage(config) : createLocalFileStorage(draft),
    replace: values.replace,
    log: console.log,
  })
  await rm(before, { recursive: true, force: true })
  if (!config.s3) await rename(folder, before).catch(() => {})
  await rename(draft, folder).catch((error) => {
    // A backup without files created no folder.
    if (error.code !== 'ENOENT') throw error
  })
  await rm(before, { recursive: true, force: true })
  // The tables are new: the role that serves has no privileges on them yet.
  await prepareSchema({ ownerUrl, appUrl: directUrl, log: console.log })
  console.log(`Restored and compared ${formatCounts(manifest, started)}`)
} catch (error) {
  reportFailure(error)
} finally {
  await embedded?.stop()
}
