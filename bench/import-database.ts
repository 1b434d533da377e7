import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** The tables that an import writes, referenced ones first. */
const tables = ['candidates', 'applications', 'activity_logs', 'dispositions', 'import_rows']
/** The tables that its rows refer to. */
const before = ['files', 'imports']

/** Temporary databases of one run. */
export interface ScratchDatabases {
  /** Creates an empty one, or a copy of another without connections. */
  create(name: string, template?: string): Promise<string>
  drop(name: string): Promise<void>
  /** Finishes pending work, so that the next measurement does not pay for it. */
  settle(): Promise<void>
  stop(): Promise<void>
}

/** `owner` is the URL of any database of the server's role. */
export async function scratchDatabases(admin: string, owner: string): Promise<ScratchDatabases> {
  const client = new pg.Client({ connectionString: admin })
  await client.connect()
  const made = new Set<string>()
  const drop = async (name: string) => {
    await client.query(`drop database if exists ${name} with (force)`)
    made.delete(name)
  }
  return {
    async create(name, template) {
      await drop(name)
      const url = new URL(owner)
      await client.query(
        `create database ${name} owner "${url.username}" ${template ? `template ${template}` : ''}`,
      )
      made.add(name)
      url.pathname = `/${name}`
      return url.href
    },
    drop,
    async settle() {
      await client.query('checkpoint')
    },
    async stop() {
      for (const name of made) await drop(name)
      await client.end()
    },
  }
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function columnsOf(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
     from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  return rows[0]!.names
}

/** Returns the milliseconds to copy an import's rows into another database with the same tables, indexes and checks. */
export async function copyImported(
  { settle }: ScratchDatabases,
  source: string,
  target: string,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-bench-'))
  try {
    await withClient(source, async (client) => {
      for (const table of [...before, ...tables]) {
        const columns = await columnsOf(client, table)
        const rows = client.query(to(`copy ${table} (${columns}) to stdout`))
        await pipeline(rows, createWriteStream(join(folder, table)))
      }
    })
    return await withClient(target, async (client) => {
      const copy = async (table: string) => {
        const into = client.query(from(`copy ${table} (${await columnsOf(client, table)}) from stdin`))
        await pipeline(createReadStream(join(folder, table), { highWaterMark: 256 * 1024 }), into)
      }
      for (const table of before) await copy(table)
      await settle()
      const started = performance.now()
      for (const table of tables) await copy(table)
      return performance.now() - started
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
