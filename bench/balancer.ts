import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Balancer {
  url: string
  stop(): Promise<void>
}

/**
 * Returns the configuration of docs/operations.md: each node's readiness is checked twice a second, and an unready node
 * gets no requests. A check only times out after seconds: removing a busy node makes the others busier.
 */
function configure(port: number, nodes: readonly number[]): string {
  return `
global
  maxconn 8000
defaults
  mode http
  timeout connect 2s
  timeout client 5m
  timeout server 5m
  timeout http-request 20s
  timeout check 4s
  timeout http-keep-alive 60s
  retries 3
  option redispatch 1
frontend muster
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk GET /ready
  option forwardfor
  default-server check inter 500ms fall 2 rise 1
${nodes.map((node, index) => `  server node${index} 127.0.0.1:${node}`).join('\n')}
`
}

/**
 * Starts haproxy with a configuration file.
 * @throws when it is not installed
 */
export async function startHaproxy(
  file: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ stop(): Promise<void> }> {
  const child: ChildProcess = spawn('haproxy', ['-q', '-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, ...env },
  })
  await Promise.race([
    once(child, 'spawn'),
    once(child, 'error').then(() => {
      throw new Error('There is no haproxy on this machine')
    }),
  ])
  return {
    async stop() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/**
 * Starts haproxy in front of local nodes.
 * @throws when it is not installed
 */
export async function startBalancer(port: number, nodes: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-balancer-'))
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, configure(port, nodes))
  const haproxy = await startHaproxy(file)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      await haproxy.stop()
      await rm(folder, { recursive: true })
    },
  }
}
