import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '@muster/server/database/embedded.ts'
import { startBalancer } from './balancer.ts'
import { announceOften, type Followed, followStream } from './follow-stream.ts'
import { importClient } from './import-client.ts'
import { type RunningNode, startNode } from './node.ts'
import { benchAdmin } from './prepare.ts'
import { staySignedIn } from './sign-in.ts'
import { countCompanies } from './writers.ts'

/** A stopping node must exit within this time. */
const exitTargetMs = 15_000
const ports = [4322, 4323] as const
const balancerPort = 4321

const { values: options } = parseArgs({
  options: {
    stops: { type: 'string', default: '20' },
    clients: { type: 'string', default: '12' },
    readers: { type: 'string', default: '8' },
  },
})

/** What clients experienced. */
const results = { requests: 0, failed: [] as string[], written: new Set<string>(), conflicts: 0 }
let isOver = false

/** Reads and writes in turn without retries: whatever fails counts as failed. */
async function work(url: string, token: () => string, client: number): Promise<void> {
  for (let n = 0; !isOver; n += 1) {
    const headers = { authorization: `Bearer ${token()}`, 'content-type': 'application/json' }
    const name = `Client ${client} number ${n}`
    const writes = n % 2 === 0
    try {
      const response = await fetch(
        `${url}/api/v1/companies/${writes ? '' : '?limit=5'}`,
        writes ? { method: 'POST', headers, body: JSON.stringify({ name }) } : { headers },
      )
      const text = await response.text()
      // The load balancer's own refusals are HTML.
      const by = text.startsWith('{') ? 'a node' : 'the balancer'
      if (!response.ok) results.failed.push(`${writes ? 'POST' : 'GET'} ${response.status} by ${by}`)
      else if (writes) results.written.add(name)
    } catch (error) {
      results.failed.push(`${writes ? 'POST' : 'GET'} ${(error as Error).cause ?? error}`)
    }
    results.requests += 1
    await setTimeout(20)
  }
}

const root = await mkdtemp(join(tmpdir(), 'muster-drain-'))
const postgres = await startEmbeddedPostgres({ dataDir: join(root, 'database') })
const env = {
  MUSTER_DATA_DIR: join(root, 'files'),
  MUSTER_ADMIN_PASSWORD: benchAdmin.password,
  MUSTER_ADMIN_EMAIL: benchAdmin.email,
  MUSTER_DRAIN_SECONDS: '3',
}
const start = (port: number) => startNode(port, postgres.connectionString, env)
const nodes: RunningNode[] = []
try {
  for (const port of ports) nodes.push(await start(port))
  const balancer = await startBalancer(balancerPort, ports)
  try {
    await setTimeout(1500)
    const session = await staySignedIn(balancer.url)
    const { token } = session
    const readers: Followed[] = Array.from({ length: Number(options.readers) }, () =>
      followStream(balancer.url, token),
    )
    const working = Array.from({ length: Number(options.clients) }, (_, client) =>
      work(balancer.url, token, client),
    )
    await setTimeout(500)
    const announcing = announceOften(postgres.connectionString)
    const exits: number[] = []
    for (let stop = 0; stop < Number(options.stops); stop += 1) {
      await setTimeout(1_000)
      const index = stop % nodes.length
      exits.push(await nodes[index]!.end('SIGTERM'))
      nodes[index] = await start(ports[index]!)
      // The load balancer must have noticed it before the other node stops.
      await setTimeout(1_500)
    }
    isOver = true
    session.stop()
    await Promise.all([...working, announcing.stop()])
    await setTimeout(3_000)
    const stored = await countCompanies(importClient(balancer.url))
    const kept = [...results.written].filter((name) => stored.has(name)).length
    const longest = Math.max(...exits)
    console.log(`${exits.length} times SIGTERM under load, two nodes behind haproxy`)
    console.log(
      `exit after ${(longest / 1000).toFixed(1)} s at most${longest > exitTargetMs ? '!' : ''}, ` +
        `${(exits.reduce((sum, ms) => sum + ms, 0) / exits.length / 1000).toFixed(1)} s on average`,
    )
    console.log(
      `${results.requests} requests, ${results.failed.length} failed${results.failed.length > 0 ? '!' : ''}`,
    )
    for (const [what, times] of Object.entries(Object.groupBy(results.failed, (one) => one)))
      console.log(`  ${times!.length} × ${what}`)
    console.log(
      `${results.written.size} companies acknowledged, ${kept} there${kept < results.written.size ? '!' : ''}`,
    )
    const heard = readers.map(({ ids }) => ids)
    const all = new Set(heard.flatMap((ids) => [...ids.keys()]))
    const missed = heard.reduce((sum, ids) => sum + all.size - ids.size, 0)
    const twice = heard.reduce((sum, ids) => sum + [...ids.values()].filter((times) => times > 1).length, 0)
    console.log(
      `${readers.length} readers of ${all.size} events came back ` +
        `${readers.reduce((sum, { reconnects }) => sum + reconnects(), 0)} times: ` +
        `${missed} missed${missed > 0 ? '!' : ''}, ${twice} heard twice${twice > 0 ? '!' : ''}`,
    )
    for (const reader of readers) reader.leave()
    if (results.failed.length > 0 || kept < results.written.size || missed > 0) process.exitCode = 1
  } finally {
    await balancer.stop()
  }
} finally {
  for (const node of nodes) await node.end('SIGTERM')
  await postgres.stop()
  await rm(root, { recursive: true })
}
