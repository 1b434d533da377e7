import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startHaproxy } from './balancer.ts'
import { findPrograms, type Process, serviceFolder, startProcess } from './installed-postgres.ts'

const run = promisify(execFile)
const deploy = (name: string) => fileURLToPath(new URL(`../deploy/${name}`, import.meta.url))

const ports = { etcd: 4331, etcdPeers: 4332, postgres: 4333, haproxy: 4334 }
/** deploy/haproxy-postgres.cfg checks this port. */
const patroniPort = 8008
/** Each stands for a machine. */
const machines = { one: '127.0.0.2', two: '127.0.0.3' }
const answersWithinMs = 2_000
const password = 'a password for benches'

/** A machine with PostgreSQL under Patroni. */
export interface Machine {
  name: string
  /** Freezes the machine: its connections stay open and silent, as when its network is lost. */
  freeze(): Promise<void>
  thaw(): void
  /** Kills Patroni and every process of PostgreSQL at once, like a loss of power. */
  kill(): Promise<void>
  start(): void
  /** Makes the other machine the primary, as before maintenance of this one. */
  switchOver(to: Machine): Promise<void>
  isPrimary(): Promise<boolean>
  isSynchronousReplica(): Promise<boolean>
}

export interface PatroniCluster {
  machines: Machine[]
  /** Returns the URL of the primary, through haproxy. */
  urlOf(user: string, database?: string): string
  stop(): Promise<void>
}

function send(signal: NodeJS.Signals, pids: readonly number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended.
    }
}

/** Freezes PostgreSQL, so that it starts no more processes. Returns all of them. */
async function freezePostgres(data: string): Promise<number[]> {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return []
  const postmaster = Number((await readFile(file, 'utf8')).split('\n')[0])
  send('SIGSTOP', [postmaster])
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(postmaster)]).catch(() => ({
    stdout: '',
  }))
  const children = stdout.split(/\s+/).filter(Boolean).map(Number)
  send('SIGSTOP', children)
  return [postmaster, ...children]
}

async function createMachine(root: string, name: keyof typeof machines): Promise<Machine> {
  const address = machines[name]
  const home = await serviceFolder(join(root, name))
  const data = join(home, 'data')
  const env = {
    PATRONI_NAME: name,
    PATRONI_ETCD_HOSTS: `127.0.0.1:${ports.etcd}`,
    PATRONI_RESTAPI_LISTEN: `${address}:${patroniPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:${patroniPort}`,
    PATRONI_RESTAPI_USERNAME: 'patroni',
    PATRONI_RESTAPI_PASSWORD: password,
    PATRONI_POSTGRESQL_LISTEN: `${address}:${ports.postgres}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:${ports.postgres}`,
    PATRONI_POSTGRESQL_BIN_DIR: findPrograms(),
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_LOG_DIR: home,
  }
  let patroni: Process | null = null
  let frozen: number[] = []
  const freeze = async () => {
    if (patroni) send('SIGSTOP', [patroni.pid])
    frozen = [...(await freezePostgres(data)), ...(patroni ? [patroni.pid] : [])]
  }
  const answers = (path: string) =>
    fetch(`http://${address}:${patroniPort}${path}`, { signal: AbortSignal.timeout(answersWithinMs) }).then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
  return {
    name,
    start() {
      patroni = startProcess('patroni', [deploy('patroni.yml')], home, env)
    },
    freeze,
    thaw: () => send('SIGCONT', frozen),
    async kill() {
      await freeze()
      send('SIGKILL', frozen)
      await patroni?.kill()
      patroni = null
    },
    async switchOver(to) {
      const response = await fetch(`http://${address}:${patroniPort}/switchover`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}` },
        body: JSON.stringify({ leader: name, candidate: to.name }),
      })
      if (!response.ok) throw new Error(`Patroni did not switch over: ${await response.text()}`)
    },
    isPrimary: () => answers('/primary'),
    isSynchronousReplica: () => answers('/synchronous'),
  }
}

/** Starts etcd, two machines and haproxy with the files of `deploy`, and waits until one machine replicates the other. */
export async function startPatroniCluster(root: string): Promise<PatroniCluster> {
  for (const program of ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'])
    if (!existsSync(program))
      throw new Error(
        'Install Patroni, etcd and haproxy: apt-get install postgresql patroni etcd-server haproxy',
      )
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    const etcdFolder = await serviceFolder(join(root, 'etcd'))
    const client = `http://127.0.0.1:${ports.etcd}`
    const peer = `http://127.0.0.1:${ports.etcdPeers}`
    const etcd = startProcess('etcd', ['--data-dir', join(etcdFolder, 'data')], etcdFolder, {
      ETCD_NAME: 'drill',
      ETCD_ENABLE_V2: 'true',
      ETCD_LISTEN_CLIENT_URLS: client,
      ETCD_ADVERTISE_CLIENT_URLS: client,
      ETCD_LISTEN_PEER_URLS: peer,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
      ETCD_INITIAL_CLUSTER: `drill=${peer}`,
    })
    stops.push(() => etcd.kill())
    const all = await Promise.all([createMachine(root, 'one'), createMachine(root, 'two')])
    for (const machine of all) stops.push(() => machine.kill())
    for (const machine of all) machine.start()
    const haproxy = await startHaproxy(deploy('haproxy-postgres.cfg'), {
      MUSTER_POSTGRES: `127.0.0.1:${ports.haproxy}`,
      POSTGRES_ONE: `${machines.one}:${ports.postgres}`,
      POSTGRES_TWO: `${machines.two}:${ports.postgres}`,
    })
    stops.push(() => haproxy.stop())
    await untilReplicated(all)
    return {
      machines: all,
      urlOf: (user, database = 'muster') =>
        `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${ports.haproxy}/${database}`,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const replicatedWithinMs = 180_000

/**
 * Waits until one machine is the primary and the other its synchronous replica. Returns the primary.
 * @throws when that takes minutes
 */
export async function untilReplicated(all: readonly Machine[]): Promise<Machine> {
  for (const end = performance.now() + replicatedWithinMs; performance.now() < end; await setTimeout(200))
    for (const machine of all) {
      const others = all.filter((one) => one !== machine)
      const isReplicated = await Promise.all(others.map((one) => one.isSynchronousReplica()))
      if ((await machine.isPrimary()) && isReplicated.every(Boolean)) return machine
    }
  throw new Error('The machines did not become a primary and its synchronous replica')
}
