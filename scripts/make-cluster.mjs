import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Returns the user to run as, since neither PostgreSQL nor PgBouncer runs as root; system packages create the user
 * postgres.
 */
export function serviceUser() {
  if (process.getuid?.() !== 0) return {}
  const id = (what) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Creates a temporary cluster with an installed PostgreSQL, configured like the embedded one. */
export function makeCluster(bin, data, cwd) {
  const how = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', ...how], {
    ...serviceUser(),
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
