import { readConfig } from '../src/config/config.ts'
import { databaseUrls } from '../src/installation/database-urls.ts'
import { prepareSchema } from '../src/installation/prepare-schema.ts'

/**
 * npm run migrate: migrates the database of DATABASE_URL as the role of DATABASE_OWNER_URL. Nodes that start afterwards
 * need no DATABASE_OWNER_URL, so none of them has the owner's password.
 */
const config = readConfig()
if (config.databaseUrl) {
  const { ownerUrl, directUrl } = databaseUrls(config, null)
  await prepareSchema({ ownerUrl, appUrl: directUrl, log: console.log })
  console.log('The database is up to date')
} else {
  console.error('Set DATABASE_URL and DATABASE_OWNER_URL. The embedded database is migrated at each start.')
  process.exitCode = 1
}
