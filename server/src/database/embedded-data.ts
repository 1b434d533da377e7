import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  access,
  chown,
  constants,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Binaries } from './embedded-binaries.ts'
import { cannotWrite, EmbeddedPostgresError } from './embedded-error.ts'
import { clearLeftovers, isAlive, readPidFile } from './embedded-holder.ts'
import { chooseLaunch, chooseServiceUser, type Launch, type ServiceUser } from './embedded-user.ts'

interface Passwords {
  superuser: string
  /** Of the role that owns the database. */
  muster: string
}

interface Cluster {
  /** PostgreSQL's data folder, complete and not in use. */
  data: string
  launch: Launch
  passwords: Passwords
}

interface OpenOptions {
  log: (line: string) => void
  /** False when nothing needs to survive a power cut, as in tests. */
  isDurable: boolean
}

/** Locales that classify characters of every script; not every system has each of them. */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C']

/**
 * Creates the folder and returns its real path.
 * @throws EmbeddedPostgresError when it is not writable
 */
export async function openDataDir(path: string): Promise<string> {
  const dataDir = resolve(path)
  try {
    // Other users may pass through, as PostgreSQL's user must, but not list it.
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    await access(dataDir, constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (error) {
    throw cannotWrite(dataDir, error)
  }
}

/**
 * Makes the cluster below `dataDir` ready to start: creates it if missing, removes what an earlier server left behind,
 * and reads its passwords.
 * @throws EmbeddedPostgresError when the data is in use, of another version or of another user
 */
export async function openCluster(
  dataDir: string,
  binaries: Binaries,
  options: OpenOptions,
): Promise<Cluster> {
  const data = join(dataDir, 'postgres')
  const isThere = await isDataOf(binaries.major, data)
  const user = await chooseServiceUser(data)
  const stored = await readPasswords(dataDir)
  try {
    const passwords = stored ?? (await writePasswords(dataDir))
    const launch = isThere
      ? await chooseLaunch(user, data, binaries.postgres)
      : await initialise({ dataDir, data, binaries, user, password: passwords.superuser, ...options })
    await clearLeftovers(data, passwords.superuser, options.log)
    if (isThere && !stored) await resetPasswords(data, binaries, launch, passwords)
    return { data, launch, passwords }
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? error : cannotWrite(dataDir, error)
  }
}

async function isDataOf(major: string, data: string): Promise<boolean> {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (version === '') {
    const names = await readdir(data).catch(() => [])
    if (names.length === 0) return false
    throw new EmbeddedPostgresError(
      `${data} holds something else than PostgreSQL data: move it away, or set MUSTER_DATA_DIR.`,
    )
  }
  if (version === major) return true
  throw new EmbeddedPostgresError(
    `The data in ${data} was made by PostgreSQL ${version}, and this Muster brings ${major}: run the Muster that made it and restore a backup of it here, or set MUSTER_DATA_DIR.`,
  )
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-passwords.json')
}

async function readPasswords(dataDir: string): Promise<Passwords | null> {
  try {
    const { superuser, muster } = JSON.parse(await readFile(passwordFile(dataDir), 'utf8'))
    return superuser && muster ? { superuser, muster } : null
  } catch {
    return null
  }
}

/**
 * Returns the application role's password, and creates it if the file is from a version with a single role. Only for
 * the process that runs the cluster: two at once would each create one.
 */
export async function openAppPassword(dataDir: string): Promise<string> {
  const path = passwordFile(dataDir)
  const stored = JSON.parse(await readFile(path, 'utf8'))
  if (typeof stored.app === 'string' && stored.app) return stored.app
  const app = newPassword()
  const draft = `${path}.${process.pid}`
  try {
    await writeFile(draft, `${JSON.stringify({ ...stored, app })}\n`, { mode: 0o600, flush: true })
    await rename(draft, path)
  } catch (error) {
    throw cannotWrite(path, error)
  } finally {
    await rm(draft, { force: true })
  }
  return app
}

const newPassword = () => randomBytes(24).toString('hex')

/** Creates the file atomically, so that two servers that start together agree on it. */
async function writePasswords(dataDir: string): Promise<Passwords> {
  const passwords = { superuser: newPassword(), muster: newPassword() }
  const path = passwordFile(dataDir)
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(passwords)}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, path)
    return passwords
  } catch (error) {
    const theirs = await readPasswords(dataDir)
    if (theirs) return theirs
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // The file exists but has no passwords.
    await rename(draft, path)
    return passwords
  } finally {
    await rm(draft, { force: true })
  }
}

/** Sets new passwords for data whose password file is lost: PostgreSQL alone, without a network, accepts them. */
async function resetPasswords(data: string, { postgres }: Binaries, launch: Launch, passwords: Passwords) {
  const single = launch(postgres, ['--single', '-D', data, 'postgres'], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  single.stdin?.end(
    `alter role postgres password '${passwords.superuser}'\nalter role muster password '${passwords.muster}'\n`,
  )
  await once(single, 'exit')
}

interface NewCluster extends OpenOptions {
  dataDir: string
  data: string
  binaries: Binaries
  user: ServiceUser | null
  password: string
}

/** Creates the cluster under a temporary name and renames it, so that a killed start leaves nothing half-made. */
async function initialise(cluster: NewCluster): Promise<Launch> {
  const { dataDir, data, binaries, user, password, log } = cluster
  log(`Making the database folder ${data}, once…`)
  await removeUnfinished(dataDir)
  const draft = join(dataDir, `postgres.initdb-${process.pid}`)
  const secret = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(secret, `${password}\n`, { mode: 0o600 })
    if (user) await Promise.all([draft, secret].map((path) => chown(path, user.uid, user.gid)))
    const launch = await chooseLaunch(user, draft, binaries.postgres)
    await initdb(cluster, launch, draft, secret)
    await rmdir(data).catch(() => {})
    await rename(draft, data).catch((error) => {
      // Another server that started at the same time was faster; its data is as good.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
    if (cluster.isDurable) await syncFolder(dataDir)
    return launch
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(secret, { force: true })
  }
}

async function initdb({ binaries, isDurable }: NewCluster, launch: Launch, draft: string, secret: string) {
  let failure = ''
  for (const characterType of characterTypes) {
    const child = launch(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        '--username=postgres',
        `--pwfile=${secret}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // PostgreSQL's own collation: indexes stay valid when the system is updated.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        `--lc-ctype=${characterType}`,
        ...(isDurable ? [] : ['--no-sync']),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } },
    )
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')])
    if (code === 0) return
    failure = /(?:error|FATAL|PANIC): +(.*)/.exec(said)?.[1] ?? said.trim().split('\n')[0] ?? ''
    if (!failure.includes('locale')) break
  }
  throw new EmbeddedPostgresError(`PostgreSQL could not make its data folder: ${failure}.`)
}

/** Removes what killed starts left behind; a live one's is not touched. */
async function removeUnfinished(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^postgres\.initdb-(\d+)/.exec(name)?.[1])
    if (!pid) continue
    const path = join(dataDir, name)
    const isOld = Date.now() - (await stat(path)).mtimeMs > 3_600_000
    if (!isOld && pid !== process.pid && isAlive(pid)) continue
    // The initdb of a killed start may still be writing; what cannot be removed now, the next start removes.
    await rm(path, { recursive: true, force: true, maxRetries: 10 }).catch(() => {})
  }
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync()
  await folder.close()
}

/** Returns the owner's connection string of the PostgreSQL that a server runs below `dataDir`, or null. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const noted = await readPidFile(join(resolve(dataDir), 'postgres'))
  const passwords = await readPasswords(resolve(dataDir))
  if (!noted?.ready || !passwords || !isAlive(noted.pid)) return null
  return `postgresql://muster:${passwords.muster}@127.0.0.1:${noted.port}/muster?sslmode=disable`
}
