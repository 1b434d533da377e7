import { readConfig } from '../src/config.ts'
import { rebuildReports } from '../src/dashboard/rebuild-reports.ts'
import { connect, workAnswersWithinMs } from '../src/database/connect.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { databaseUrls } from '../src/installation/database-urls.ts'
import { prepareSchema } from '../src/installation/prepare-schema.ts'

/**
 * Builds what reports read anew, for every workspace or the one whose id is given. The server may go on meanwhile with a
 * database of DATABASE_URL; the one that comes with it has to be stopped.
 */
const config = readConfig(process.env)
const embedded = config.databaseUrl
  ? null
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log })
const { ownerUrl, directUrl } = databaseUrls(config, embedded)
try {
  await prepareSchema({ ownerUrl, appUrl: directUrl, log: console.log })
  const db = connect(directUrl, 2, { answersWithinMs: workAnswersWithinMs })
  const [, , only] = process.argv
  for (const { id, name } of await db
    .selectFrom('workspaces')
    .select(['id', 'name'])
    .orderBy('id')
    .execute()) {
    if (only && only !== id) continue
    const started = performance.now()
    await rebuildReports(db, id)
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  await db.destroy()
} finally {
  await embedded?.stop()
}
