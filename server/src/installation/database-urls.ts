import type { Config } from '../config.ts'
import type { EmbeddedPostgres } from '../database/embedded.ts'

interface DatabaseUrls {
  /** What requests are served from: maybe a pooler's. */
  url: string
  /** The same role past the pooler. */
  directUrl: string
  /** The role that owns the tables; the same where there is only one. */
  ownerUrl: string
}

/** Where the database is, for each of its roles. */
export function databaseUrls(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseOwnerUrl'>,
  embedded: Pick<EmbeddedPostgres, 'connectionString' | 'appConnectionString'> | null,
): DatabaseUrls {
  const url = config.databaseUrl ?? embedded!.appConnectionString
  const directUrl = config.databaseDirectUrl ?? url
  return { url, directUrl, ownerUrl: config.databaseOwnerUrl ?? embedded?.connectionString ?? directUrl }
}
