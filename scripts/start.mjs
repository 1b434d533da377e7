/** npm start: installs and builds what is missing, then runs the server until it ends. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { areReadersStale, buildReaders, buildWeb, hasWebApp, isWebBuildStale } from './build.mjs'
import { installMissing } from './install-missing.mjs'
import { pinnedNode, root, seconds, serverEnv } from './project.mjs'

try {
  installMissing()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const builds = [
  ...(hasWebApp() && isWebBuildStale() ? [buildWeb] : []),
  ...(areReadersStale() ? [buildReaders] : []),
]
if (builds.length > 0) {
  const started = Date.now()
  console.log('Building…')
  const codes = await Promise.all(builds.map((build) => build()))
  if (codes.some((code) => code !== 0)) {
    console.error('Muster could not be built; the reason is above.')
    process.exit(1)
  }
  console.log(`Built in ${seconds(started)}.`)
}

// In a process group of its own: Ctrl-C reaches npm and this script, and npm passes it on once more. The server must
// receive it once, and again only when the user insists.
const server = spawn(pinnedNode, [join(root, 'server', 'src', 'main.ts'), ...process.argv.slice(2)], {
  env: serverEnv,
  stdio: 'inherit',
  detached: process.platform !== 'win32',
})
let lastSignal = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    const isEcho = Date.now() - lastSignal < 500
    lastSignal = Date.now()
    if (!isEcho) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
  })
}
server.once('error', (error) => {
  console.error(`The server could not be started: ${error.message}`)
  process.exit(1)
})
server.once('exit', (code, signal) => {
  if (signal) console.error(`The server was ended by ${signal}.`)
  process.exit(code ?? 1)
})
