import type { Config } from '../config/config.ts'
import type { EmbeddedPostgres } from '../database/embedded.ts'

interface DatabaseUrls {
  /** Serves requests; may be a pooler's. */
  url: string
  /** The same role without a pooler. */
  directUrl: string
  /** The role that owns the tables; the same if there is only one. */
  ownerUrl: string
}

/** Returns the database's URL for each role. */
export function databaseUrls(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl'>,
  embedded: Pick<EmbeddedPostgres, 'connectionString' | 'appConnectionString'> | null,
): DatabaseUrls {
  const url = config.databaseUrl ?? embedded!.appConnectionString
  const directUrl = config.databaseDirectUrl ?? url
  return { url, directUrl, ownerUrl: config.databaseOwnerUrl ?? embedded?.connectionString ?? directUrl }
}
