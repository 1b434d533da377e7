import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './embedded-error.ts'

const run = promisify(execFile)

export interface ServiceUser {
  uid: number
  gid: number
}

/** Starts a program of PostgreSQL as the right user. */
export type Launch = (file: string, args: string[], options: SpawnOptions) => ChildProcess

/**
 * Chooses the user that PostgreSQL runs as. It refuses to run as root, so root uses another user: the owner of existing
 * data, else `postgres`, else `muster`, which is created.
 * @returns null when PostgreSQL runs as the current user
 */
export async function chooseServiceUser(data: string): Promise<ServiceUser | null> {
  const owner = await stat(data).catch(() => null)
  const self = process.getuid?.()
  if (self === undefined) return null
  if (self !== 0) {
    if (owner && owner.uid !== self) {
      throw new EmbeddedPostgresError(
        `The data in ${data} belongs to another user (uid ${owner.uid}): start Muster as that user or as root, or set MUSTER_DATA_DIR.`,
      )
    }
    return null
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const user = (await findUser('postgres')) ?? (await findUser('muster')) ?? (await createUser())
  if (owner) await chownAll(data, user)
  return user
}

async function findUser(name: string): Promise<ServiceUser | null> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (what) => (await run('id', [what, name])).stdout),
    )
    return { uid: Number(uid), gid: Number(gid) }
  } catch {
    return null
  }
}

async function createUser(): Promise<ServiceUser> {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', 'muster']],
    ['adduser', ['-S', '-D', '-H', 'muster']],
  ]
  for (const [command, args] of attempts) {
    await run(command, args).catch(() => null)
    const user = await findUser('muster')
    if (user) return user
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL does not run as root, and no user could be created for it: start Muster as an ordinary user.',
  )
}

/** Changes the owner of data that root copied or restored. */
async function chownAll(folder: string, { uid, gid }: ServiceUser): Promise<void> {
  await lchown(folder, uid, gid)
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid)
}

/**
 * Chooses how to start programs as `user` so that they reach `folder` and their own files. If a parent folder is closed
 * to that user (a clone below /root or in a private temporary folder), the process keeps one capability of root: to
 * pass and read folders or, in a container without that one, to ignore file permissions.
 * @throws EmbeddedPostgresError when none of these works
 */
export async function chooseLaunch(
  user: ServiceUser | null,
  folder: string,
  program: string,
): Promise<Launch> {
  if (user === null) return (file, args, options) => spawn(file, args, options)
  const launches = [
    asUser(user),
    withCapability(user, 'dac_read_search'),
    withCapability(user, 'dac_override'),
  ]
  for (const launch of launches) if (await reaches(launch, folder, program)) return launch
  throw new EmbeddedPostgresError(
    `PostgreSQL does not run as root, and the user it runs as (uid ${user.uid}) cannot reach ${dirname(folder)}: move Muster out of closed folders, start it as an ordinary user, or set DATABASE_URL.`,
  )
}

function asUser({ uid, gid }: ServiceUser): Launch {
  return (file, args, options) => spawn(file, args, { ...options, uid, gid })
}

/**
 * An ambient capability survives the change of user and every exec. no_setuid_fixup makes access(2) respect it too,
 * which PostgreSQL uses to find its own executable.
 */
function withCapability({ uid, gid }: ServiceUser, capability: string): Launch {
  const only = `-all,+${capability}`
  const identity = ['--reuid', String(uid), '--regid', String(gid), '--clear-groups']
  const reach = ['--bounding-set', only, '--inh-caps', only, '--ambient-caps', `+${capability}`]
  const prefix = [...identity, '--securebits', '+no_setuid_fixup', ...reach, '--']
  return (file, args, options) => spawn('setpriv', [...prefix, file, ...args], options)
}

function reaches(launch: Launch, folder: string, program: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = launch('/bin/sh', ['-c', 'cd "$0" && exec "$1" --version', folder, program], {
      stdio: 'ignore',
      cwd: '/',
    })
    probe.once('error', () => resolve(false))
    probe.once('exit', (code) => resolve(code === 0))
  })
}
