import { readConfig } from '../src/config/config.ts'
import { connect, workAnswersWithinMs } from '../src/database/connect.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { rebuildFacts } from '../src/facts/compact-totals.ts'
import { databaseUrls } from '../src/installation/database-urls.ts'
import { prepareSchema } from '../src/installation/prepare-schema.ts'

/**
 * Rebuilds the reports' tables of every workspace, or of the one whose id is given. The server may run meanwhile with
 * DATABASE_URL; with the embedded database it must be stopped.
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
    await rebuildFacts(db, id)
    console.log(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  }
  await db.destroy()
} finally {
  await embedded?.stop()
}
