import { randomInt } from 'node:crypto'
import pg from 'pg'
import { ConfigError } from '../config/config-error.ts'
import { auditLogExposure, grantToAppRole } from '../database/database-roles.ts'
import { migrate } from '../database/migrate.ts'
import { installJobs } from '../jobs/install-jobs.ts'

interface Options {
  /** The role that owns the tables, without a pooler. */
  ownerUrl: string
  /** The role that serves, without a pooler; the same if there is only one. */
  appUrl: string
  /** The pooler's address, if requests use one. */
  pooledUrl?: string
  log: (line: string) => void
}

interface Session {
  role: string
  database: string
  /** Whether the role has installed pg-boss or may do so. */
  ownsJobs: boolean
}

async function query<Row extends object>(connectionString: string, text: string): Promise<Row> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows[0]!
  } finally {
    await client.end()
  }
}

const openSession = (connectionString: string) =>
  query<Session>(
    connectionString,
    `select current_user as role, current_database() as database, coalesce(
       (select pg_has_role(nspowner, 'usage') from pg_namespace where nspname = 'pgboss'),
       has_database_privilege(current_database(), 'create')
     ) as "ownsJobs"`,
  )

/**
 * Tells whether both URLs lead to one database. Its name is not enough: production and a copy of it often share theirs.
 * So the application role must see a lock that the owner takes.
 */
async function isSameDatabase(ownerUrl: string, appUrl: string): Promise<boolean> {
  const key = [randomInt(2 ** 31), randomInt(2 ** 31)]
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1, $2)', key)
    const { found } = await query<{ found: boolean }>(
      appUrl,
      `select exists (
         select from pg_locks where locktype = 'advisory' and (classid, objid) = (${key[0]}, ${key[1]})
           and database = (select oid from pg_database where datname = current_database())
       ) as found`,
    )
    return found
  } finally {
    await client.end()
  }
}

/**
 * Privileges and settings are given to the role of the direct URL only.
 * @throws ConfigError when the pooler has another role
 */
async function assertSameRole(app: Session, pooledUrl: string): Promise<void> {
  const { role } = await query<{ role: string }>(pooledUrl, 'select current_user as role')
  if (role !== app.role)
    throw new ConfigError(
      `DATABASE_URL connects as the role "${role}", and DATABASE_DIRECT_URL as "${app.role}": they must be the same. Change the user of one of them, or the pooler's.`,
    )
}

const ownsTables = `select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'public.audit_logs'::regclass`

/**
 * Migrates as the owner, grants the application role what it needs, and logs a line if that role could change the audit
 * log.
 * @throws ConfigError before anything changes when the URLs lead to two databases or the pooler has another role, and
 * when migrations are pending and the role may not run them
 */
export async function prepareSchema({ ownerUrl, appUrl, pooledUrl = appUrl, log }: Options): Promise<void> {
  const [owner, app] = [await openSession(ownerUrl), await openSession(appUrl)]
  if (ownerUrl !== appUrl && !(await isSameDatabase(ownerUrl, appUrl)))
    throw new ConfigError(
      `DATABASE_OWNER_URL leads to the database "${owner.database}" at ${new URL(ownerUrl).host}, and DATABASE_URL to "${app.database}" at ${new URL(appUrl).host}: they must be the same.`,
    )
  if (pooledUrl !== appUrl) await assertSameRole(app, pooledUrl)
  try {
    await migrate(ownerUrl, { log })
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '42501') throw error
    throw new ConfigError(
      `The database needs migrations, which the role "${owner.role}" may not run (${(error as Error).message}). Set DATABASE_OWNER_URL to the role that owns the tables, or run "npm run migrate" with it.`,
    )
  }
  if (owner.ownsJobs) await installJobs(ownerUrl)
  if (owner.role !== app.role) {
    const { owns } = await query<{ owns: boolean }>(ownerUrl, ownsTables)
    if (!owns)
      throw new ConfigError(`The role "${owner.role}" of DATABASE_OWNER_URL does not own the tables.`)
    await grantToAppRole(ownerUrl, app.role)
  }
  const { exposure } = await query<{ exposure: string | null }>(appUrl, auditLogExposure)
  if (exposure)
    log(
      `The role "${app.role}" of DATABASE_URL could change the audit log: ${exposure}. Give the server a role of its own: docs/operations.md, "Two database roles".`,
    )
}
