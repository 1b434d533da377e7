/** npm run dev: the server, restarted on every change, and Vite's dev server for the web app. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { hasWebApp } from './build.mjs'
import { installMissing } from './install-missing.mjs'
import { pinnedNode, root, toolPath } from './project.mjs'

try {
  installMissing()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const commands = [
  { name: 'server', args: ['--watch', '--watch-preserve-output', 'server/src/main.ts'], cwd: root },
]
if (hasWebApp()) commands.push({ name: 'web', args: [toolPath('vite'), 'web'], cwd: root })

const running = new Set()
let exitCode = 0

function endAll() {
  for (const child of running) if (!child.killed) child.kill('SIGTERM')
}

for (const { name, args, cwd } of commands) {
  // In a process group of its own: Ctrl-C reaches only this script, which then ends each child once and in order.
  const child = spawn(pinnedNode, args, {
    cwd,
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
  })
  running.add(child)
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(6)} │ ${line}`))
  }
  child.once('exit', (code) => {
    running.delete(child)
    exitCode ||= code ?? 0
    endAll()
    if (running.size === 0) process.exit(exitCode)
  })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll)
