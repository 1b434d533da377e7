import type { Kysely } from 'kysely'
import type { Config } from './config/config.ts'
import type { CopyOut } from './database/copy-out.ts'
import type { ReportsDatabase } from './database/reports-database.ts'
import type { DB } from './database/schema.generated.ts'
import type { FileStorage } from './files/file-storage.ts'
import type { Readiness } from './health/readiness.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Live } from './live/live.ts'
import type { Telemetry } from './telemetry/telemetry.ts'

/** What the server depends on, created at startup and passed down. */
export interface Services {
  config: Config
  db: Kysely<DB>
  reports: ReportsDatabase
  copyOut: CopyOut
  jobs: Jobs
  files: FileStorage
  live: Live
  telemetry: Telemetry
  readiness: Readiness
}
