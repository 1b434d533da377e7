import pg from 'pg'

/** How long a statement of a request may run; the client has given up by then. */
export const statementTimeoutMs = 60_000

/**
 * The settings of every connection. Finding the best join order for the nine tables of the application list took 3 of
 * its 4 ms, so above four tables the written order holds.
 */
const settings = {
  timezone: 'UTC',
  join_collapse_limit: '4',
  statement_timeout: String(statementTimeoutMs),
  idle_in_transaction_session_timeout: '60000',
} as const

/** The settings as connection options. */
export const connectionOptions = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Any fixed number: it keeps two nodes from writing them at once. */
const settingsLock = 7_204_120

/**
 * Stores the settings with our role in this database, for connections that a pooler opens: it does not pass on our
 * connection options.
 */
export async function storeSettingsWithRole(directUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: directUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [settingsLock])
    const { rows } = await client.query<{ database: string; kept: string[] | null }>(
      `select current_database() as database, (
         select setconfig from pg_db_role_setting
         where setrole = current_user::regrole
           and setdatabase = (select oid from pg_database where datname = current_database())
       ) as kept`,
    )
    const { database, kept } = rows[0]!
    for (const [name, value] of Object.entries(settings))
      if (!kept?.some((one) => one.toLowerCase() === `${name}=${value}`.toLowerCase()))
        await client.query(
          `alter role current_user in database ${client.escapeIdentifier(database)} set ${name} = '${value}'`,
        )
    await client.query('commit')
  } finally {
    await client.end()
  }
}
