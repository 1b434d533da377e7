import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ask } from './ask.ts'
import { startBalancer } from './balancer.ts'
import { announceOften, followStream } from './follow-stream.ts'
import { executeImport, importClient, openPositions, prepareImport, statusOf } from './import-client.ts'
import { importPositions } from './import-file.ts'
import { type RunningNode, startNode } from './node.ts'
import { type Machine, startPatroniCluster, untilReplicated } from './patroni.ts'
import { benchAdmin } from './prepare.ts'
import { staySignedIn } from './sign-in.ts'
import { compareWrites, startWriters, type Writers } from './writers.ts'

/** After the death of the primary, every node is ready and writes again within this time. */
const healthyTargetMs = 30_000
const ports = { balancer: 4335, web: [4336, 4337], worker: 4338 } as const

const { values: options } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    clients: { type: 'string', default: '8' },
    followers: { type: 'string', default: '4' },
    rows: { type: 'string', default: '2000' },
    /** Freezes every second primary first, as when its network is lost, and thaws it once it was replaced. */
    frozen: { type: 'boolean', default: false },
  },
})
const kills = Number(options.kills)
const rows = Number(options.rows)

let misses = 0
function check(fact: string, isTrue: boolean): void {
  if (!isTrue) misses += 1
  console.log(`${isTrue ? 'ok    ' : 'missed'}  ${fact}`)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 180_000; !(await isTrue()); await setTimeout(50))
    if (performance.now() > end) throw new Error('Not healthy again after three minutes')
}

const isReady = ({ url }: RunningNode) =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Retries until the call is acknowledged. */
async function insist<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      return await call()
    } catch {
      await setTimeout(200)
    }
}

async function writePeople(path: string, file: number): Promise<void> {
  const lines = Array.from(
    { length: rows },
    (_, row) => `Person ${file} ${row},person${file}.${row}@example.com,${importPositions[row % 10]}`,
  )
  await writeFile(path, ['Name,Email,Vacancy', ...lines].join('\n'))
}

const root = await mkdtemp(join(tmpdir(), 'muster-failover-'))
await chmod(root, 0o755)
const stops: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })]
try {
  const cluster = await startPatroniCluster(root)
  stops.push(() => cluster.stop())
  const superuser = cluster.urlOf('postgres', 'postgres')
  const password = decodeURIComponent(new URL(superuser).password)
  await ask(superuser, `create role muster login password '${password}'`)
  await ask(superuser, `create role muster_app login password '${password}'`)
  await ask(superuser, 'create database muster owner muster')

  const env = {
    DATABASE_OWNER_URL: cluster.urlOf('muster'),
    MUSTER_DATA_DIR: join(root, 'files'),
    MUSTER_ADMIN_PASSWORD: benchAdmin.password,
    MUSTER_ADMIN_EMAIL: benchAdmin.email,
  }
  const nodes: RunningNode[] = []
  const addNode = async (port: number, part: 'web' | 'worker') => {
    const node = await startNode(port, cluster.urlOf('muster_app'), { ...env, MUSTER_PROCESS: part })
    nodes.push(node)
    stops.push(() => node.end('SIGTERM'))
  }
  for (const port of ports.web) await addNode(port, 'web')
  await addNode(ports.worker, 'worker')
  const balancer = await startBalancer(ports.balancer, ports.web)
  stops.push(() => balancer.stop())
  await until(() => isReady({ ...nodes[0]!, url: balancer.url }))

  const client = importClient(balancer.url)
  await openPositions(client)
  const session = await staySignedIn(balancer.url)
  stops.push(async () => session.stop())
  const followers = Array.from({ length: Number(options.followers) }, () =>
    followStream(balancer.url, session.token),
  )
  stops.push(async () => {
    for (const follower of followers) follower.leave()
  })
  await setTimeout(1_000)
  const announcing = announceOften(cluster.urlOf('muster_app'))
  const writers: Writers = startWriters(balancer.url, session.token, Number(options.clients))
  stops.push(() => Promise.all([announcing.stop(), writers.stop()]))

  const imports: string[] = []
  const executing: Promise<void>[] = []
  /** Queues an import that is under way when the primary fails. */
  async function queueImport(number: number): Promise<void> {
    const path = join(root, `${number}.csv`)
    await writePeople(path, number)
    const prepared = await insist(() => prepareImport(client, path))
    imports.push(prepared.id)
    executing.push(
      insist(async () => {
        // The answer to an earlier attempt may have been lost.
        if ((await statusOf(client, prepared.id)).state === 'analyzed') await executeImport(client, prepared)
      }),
    )
    await setTimeout(300 + Math.random() * 1_500)
  }

  /** Returns the longest time without an acknowledged write since `begunAt`. */
  function interruptionSince(begunAt: number): number {
    const times = [begunAt, ...writers.acknowledged.map(({ at }) => at).filter((at) => at > begunAt)]
    return Math.max(...times.slice(1).map((at, index) => at - times[index]!))
  }

  /** Waits until a machine is the primary and all nodes use it. Returns milliseconds since `begunAt`. */
  async function measureFailover(to: Machine, begunAt: number) {
    // Half of them return to the node with their last event ID, the others stay connected to it.
    for (const follower of followers.slice(followers.length / 2)) follower.drop()
    await until(() => to.isPrimary())
    const promoted = performance.now() - begunAt
    await until(async () => (await Promise.all(nodes.map(isReady))).every(Boolean))
    const ready = performance.now() - begunAt
    const failedBy = performance.now()
    await until(() => writers.acknowledged.some(({ sentAt }) => sentAt > failedBy))
    return { promoted, ready, interrupted: interruptionSince(begunAt) }
  }

  const healthy: number[] = []
  const columns = ['promoted', 'ready', 'no writes', 'replica'].map((name) => name.padStart(10))
  console.log(`server  failure      ${columns.join(' ')}`)
  async function fail(
    number: number,
    failure: 'kill' | 'freeze, kill' | 'kill replica' | 'switchover',
  ): Promise<void> {
    const primary = await untilReplicated(cluster.machines)
    const replica = cluster.machines.find((machine) => machine !== primary)!
    const [failing, next] = failure === 'kill replica' ? [replica, primary] : [primary, replica]
    await queueImport(number)
    const begunAt = performance.now()
    if (failure === 'switchover') await failing.switchOver(next)
    else if (failure === 'freeze, kill') await failing.freeze()
    else await failing.kill()
    const { promoted, ready, interrupted } = await measureFailover(next, begunAt)
    healthy.push(Math.max(ready, interrupted))
    const healthyAt = performance.now()
    if (failure === 'freeze, kill') {
      // It returns as a primary that was replaced: no node may write to it.
      failing.thaw()
      await setTimeout(2_000)
      await failing.kill()
    }
    if (failure !== 'switchover') failing.start()
    await untilReplicated(cluster.machines)
    const cells = [promoted, ready, interrupted, performance.now() - healthyAt].map((ms) =>
      seconds(ms).padStart(10),
    )
    console.log(`${failing.name.padEnd(7)} ${failure.padEnd(12)} ${cells.join(' ')}`)
  }
  for (let kill = 1; kill <= kills; kill += 1)
    await fail(kill, options.frozen && kill % 2 === 0 ? 'freeze, kill' : 'kill')
  await fail(kills + 1, 'kill replica')
  await fail(kills + 2, 'switchover')

  await Promise.all(executing)
  await until(async () => {
    const states = await Promise.all(imports.map((id) => insist(() => statusOf(client, id))))
    return states.every(({ state }) => ['completed', 'failed'].includes(state))
  })
  await announcing.stop()
  await writers.stop()
  await setTimeout(3_000)

  healthy.sort((one, other) => one - other)
  check(
    `${kills} times the primary was killed, once the replica, and once they changed roles as planned; ` +
      'all nodes were ready and wrote again after ' +
      `${seconds(healthy[Math.floor(healthy.length / 2)]!)} (median), ${seconds(healthy.at(-1)!)} at most`,
    healthy.at(-1)! <= healthyTargetMs,
  )
  const { lost, twice, odd, answers } = await compareWrites(client, writers)
  check(
    `${writers.acknowledged.length} writes acknowledged, ${lost} lost, ${twice} there twice`,
    lost + twice === 0,
  )
  check(`answers: ${answers}`, odd.length === 0)

  const database = cluster.urlOf('muster')
  const stored = (await ask<{ id: number }>(database, 'select id from live_events')).map(({ id }) => id)
  const first = Math.min(...followers.map(({ ids }) => Math.min(...ids.keys())))
  const announced = stored.filter((id) => id >= first)
  const missed = followers.reduce((sum, { ids }) => sum + announced.filter((id) => !ids.has(id)).length, 0)
  const repeated = followers.reduce(
    (sum, { ids }) => sum + [...ids.values()].filter((times) => times > 1).length,
    0,
  )
  const known = new Set(announced)
  const lostEvents = followers.reduce(
    (sum, { ids }) => sum + [...ids.keys()].filter((id) => !known.has(id)).length,
    0,
  )
  const reconnects = followers.reduce((sum, follower) => sum + follower.reconnects(), 0)
  check(
    `${followers.length} followers of ${announced.length} live events reconnected ${reconnects} times: ` +
      `${missed} missed, ${lostEvents} received but not stored`,
    missed + lostEvents === 0,
  )
  // Only those that committed at the same moment as the last one before a reconnect.
  check(`${repeated} of their events were received twice`, repeated <= reconnects)

  const states = await Promise.all(imports.map((id) => statusOf(client, id)))
  check(
    `${imports.length} imports queued, ${states.filter(({ state }) => state === 'completed').length} completed`,
    states.every(({ state, processed }) => state === 'completed' && processed === rows),
  )
  const [people] = await ask<{ applications: number; candidates: number; continued: number }>(
    database,
    `select (select count(*)::int from applications) as applications,
            (select count(distinct candidate_id)::int from applications) as candidates,
            (select count(*)::int from pgboss.job where name = 'run-import' and retry_count > 0) as continued`,
  )
  check(
    `${imports.length * rows} rows in them, ${people!.applications} applications of ${people!.candidates} people; ` +
      `${people!.continued} imports continued after a kill`,
    people!.applications === imports.length * rows && people!.candidates === people!.applications,
  )
} finally {
  for (const stop of stops.reverse()) await stop()
}
if (misses > 0) process.exitCode = 1
