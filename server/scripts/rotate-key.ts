import { readConfig } from '../src/config/config.ts'
import { connect, workAnswersWithinMs } from '../src/database/connect.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { databaseUrls } from '../src/installation/database-urls.ts'
import { prepareSchema } from '../src/installation/prepare-schema.ts'
import { NodesRunningError, rotateKey } from '../src/installation/rotate-key.ts'

/** npm run rotate-key: replaces the installation's key; every node must be stopped. */
const config = readConfig()
const embedded = config.databaseUrl
  ? null
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log })
const { ownerUrl, directUrl } = databaseUrls(config, embedded)
try {
  await prepareSchema({ ownerUrl, appUrl: directUrl, log: console.log })
  const db = connect(directUrl, 1, { answersWithinMs: workAnswersWithinMs })
  console.log(`The key of the installation is new. ${await rotateKey(db)} secrets were encrypted anew.`)
  await db.destroy()
} catch (error) {
  console.error(error instanceof NodesRunningError ? error.message : error)
  process.exitCode = 1
} finally {
  await embedded?.stop()
}
