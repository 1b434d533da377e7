import pg from 'pg'

/** The longest a statement of a request may take; whoever asked has given up by then. */
export const statementTimeoutMs = 60_000

/**
 * What every connection starts with. Planning the nine tables of a list's rows in every order took 3 ms of its 4, so
 * beyond four tables the order they are written in holds.
 */
const settings = {
  timezone: 'UTC',
  join_collapse_limit: '4',
  statement_timeout: String(statementTimeoutMs),
  idle_in_transaction_session_timeout: '60000',
} as const

/** The settings as a connection asks for them when it starts. */
export const connectionOptions = Object.entries(settings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** Any fixed number: it keeps two nodes from writing them at once. */
const settingsLock = 7_204_120

/**
 * Keeps the settings with our role in this database, for connections that a pooler opens: it passes on none of what we
 * ask for when we connect.
 */
export async function keepSettingsWithRole(directUrl: string): Promise<void> {
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
