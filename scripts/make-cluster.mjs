import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Neither PostgreSQL nor PgBouncer runs as root; a package of the system brings the user postgres. */
export function serviceUser() {
  if (process.getuid?.() !== 0) return {}
  const id = (what) => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Makes a cluster of an installed PostgreSQL that is thrown away again, as the embedded one is made. */
export function makeCluster(bin, data, cwd) {
  const how = ['--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', ...how], {
    ...serviceUser(),
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
