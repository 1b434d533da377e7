import { readConfig } from '../src/config.ts'
import { connect, workAnswersWithinMs } from '../src/database/connect.ts'
import { startEmbeddedPostgres } from '../src/database/embedded.ts'
import { migrate } from '../src/database/migrate.ts'
import { NodesRunningError, rotateKey } from '../src/installation/rotate-key.ts'

/** npm run rotate-key: makes a new key of the installation; every node has to be stopped. */
const config = readConfig()
const embedded = config.databaseUrl
  ? null
  : await startEmbeddedPostgres({ dataDir: config.dataDir, log: console.log })
const connectionString = config.databaseDirectUrl ?? config.databaseUrl ?? embedded!.connectionString
try {
  await migrate(connectionString)
  const db = connect(connectionString, 1, { answersWithinMs: workAnswersWithinMs })
  console.log(`The key of the installation is new. ${await rotateKey(db)} secrets were encrypted anew.`)
  await db.destroy()
} catch (error) {
  console.error(error instanceof NodesRunningError ? error.message : error)
  process.exitCode = 1
} finally {
  await embedded?.stop()
}
