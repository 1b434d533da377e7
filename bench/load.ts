import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Balancer, startBalancer } from './balancer.ts'
import { findSubjects } from './cases.ts'
import { serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { importClient, openPositions, startImport, statusOf } from './import-client.ts'
import { writeImportFile } from './import-file.ts'
import { percentile } from './import-neighbours.ts'
import { rate } from './measure.ts'
import { type RunningNode, startNode } from './node.ts'
import { betweenSeconds, hireRecruiters, type Played, playDay } from './recruiters.ts'
import type { Statement } from './serve-muster.ts'
import { signedInHeaders } from './sign-in.ts'

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: '1000000' },
    recruiters: { type: 'string', default: '500' },
    /** Recruiters who also follow live events; each costs the generator a connection. */
    streams: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    /** Speeds relative to a day's pace; each is a round of its own. */
    times: { type: 'string', default: '1,5,20' },
    'import-rows': { type: 'string', default: '50000' },
    port: { type: 'string', default: '4336' },
  },
})
const size = Number(options.size)
const firstPort = Number(options.port)
const database = 'muster_load'

const ms = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(1)).padStart(9)

function report({ times, requests, refused, failed, events }: Played, seconds: number): void {
  const all = [...times.values()].flat()
  const line = (name: string, values: readonly number[]) =>
    console.log(
      `    ${name.padEnd(16)} ${String(values.length).padStart(7)} ${ms(percentile(values, 0.5))} ` +
        `${ms(percentile(values, 0.95))} ${ms(percentile(values, 0.99))}`,
    )
  console.log(
    `    ${(requests / seconds).toFixed(1)} requests a second, ${failed.length} failed, ${refused} refused by a rule, ` +
      `${events} live events heard${failed.length > 0 ? '!' : ''}`,
  )
  console.log(`    ${''.padEnd(16)} ${'requests'.padStart(7)}   p50, ms  p95       p99`)
  line('all', all)
  for (const [name, values] of times) line(name, values)
  for (const one of [...new Set(failed)].slice(0, 5)) console.log(`    ${one}`)
}

/** Imports files repeatedly until stopped; then returns the rows per second. */
function importMeanwhile(url: string, path: string): { stop(): Promise<string> } {
  const client = importClient(url)
  let isOver = false
  const importing = (async () => {
    const started = performance.now()
    const { id } = await startImport(client, path)
    let status = await statusOf(client, id)
    while (!isOver && status.state !== 'completed' && status.state !== 'failed') {
      await setTimeout(500)
      status = await statusOf(client, id)
    }
    const seconds = (performance.now() - started) / 1000
    return `${status.processed.toLocaleString('en')} rows imported meanwhile, ${(status.processed / seconds).toFixed(0)} a second`
  })().catch((error: Error) => `the import failed: ${error.message}!`)
  return {
    async stop() {
      isOver = true
      return importing
    },
  }
}

async function play(name: string, url: string, tokens: readonly string[], file: string): Promise<void> {
  const seconds = Number(options.seconds)
  for (const times of options.times.split(',').map(Number)) {
    const wanted = (tokens.length * times) / betweenSeconds
    console.log(`\n  ${name}, ${times}× as fast as a day goes (${wanted.toFixed(1)} acts a second)`)
    const importing = importMeanwhile(url, file)
    const played = await playDay(url, tokens, { seconds, times, streams: Number(options.streams) })
    report(played, seconds)
    console.log(`    ${await importing.stop()}`)
  }
}

/** Waits until the load balancer forwards requests, after its first checks. */
async function answers(url: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(`${url}/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isThere) return
    await setTimeout(200)
  }
}

/** Reports the list's maximal rate, bare and complete, in this run. */
async function reportBare(connectionString: string): Promise<void> {
  const [muster, bare] = await Promise.all([
    serve('./serve-muster.ts', connectionString),
    serve('./serve-bare.ts', connectionString),
  ])
  const headers = await signedInHeaders(muster.url)
  const { positionId, applicationId } = await findSubjects(connectionString)
  console.log('\nRequests a second, 16 at once, nothing else going on')
  for (const path of [
    `/applications/?open=true`,
    `/board/${positionId}/`,
    `/applications/${applicationId}/`,
  ]) {
    const address = `${muster.url}/api/v1${path}`
    await fetch(address, { headers }).then((answer) => answer.text())
    muster.tell('record')
    await fetch(address, { headers }).then((answer) => answer.text())
    await bare.ask(await muster.ask<Statement[]>('recorded'))
    const { perSecond: served } = await rate(address, headers, 3)
    const { perSecond: most } = await rate(bare.url, {}, 3)
    console.log(
      `  ${path.replaceAll(/[\da-f-]{36}/g, '…').padEnd(28)} ${served.toFixed(0).padStart(6)} of ${most.toFixed(0).padStart(6)} bare  ` +
        `${(served / most).toFixed(2)}${served / most < 0.5 ? '!' : ''}`,
    )
  }
  await Promise.all([muster.stop(), bare.stop()])
}

const databases = await prepareDatabases([size])
const folder = await mkdtemp(join(tmpdir(), 'muster-load-'))
const admin = new pg.Client({ connectionString: databases.admin })
await admin.connect()
const nodes: RunningNode[] = []
let balancer: Balancer | null = null
try {
  // The load changes rows: a copy keeps the filled database unchanged.
  const source = new URL(databases.connectionStrings.get(size)!)
  await admin.query(`drop database if exists ${database} with (force)`)
  await admin.query(
    `create database ${database} template "${source.pathname.slice(1)}" owner "${source.username}" strategy file_copy`,
  )
  const target = new URL(source)
  target.pathname = `/${database}`
  const file = join(folder, 'people.csv')
  await writeImportFile(file, { rows: Number(options['import-rows']), duplicates: 10 })
  const start = (kind: 'web' | 'worker', n: number) =>
    startNode(firstPort + n, target.href, {
      MUSTER_PROCESS: kind,
      MUSTER_DATA_DIR: folder,
      MUSTER_TRUST_PROXY: '1',
      MUSTER_PUBLIC_CALLS_PER_MINUTE: '100000',
    })
  nodes.push(await start('worker', 0), await start('web', 1))
  const tokens = await hireRecruiters(target.href, Number(options.recruiters))
  await openPositions(importClient(nodes[1]!.url))
  console.log(`${options.recruiters} recruiters at ${size.toLocaleString('en')} applications`)
  await play('One node', nodes[1]!.url, tokens, file)
  nodes.push(await start('web', 2))
  try {
    balancer = await startBalancer(firstPort + 3, [nodes[1]!.port, nodes[2]!.port])
  } catch (error) {
    console.log(`\n  ${(error as Error).message}: two nodes were not tried`)
  }
  if (balancer) {
    await answers(balancer.url)
    await play('Two nodes behind haproxy', balancer.url, tokens, file)
  }
  await Promise.all(nodes.splice(0).map((node) => node.end('SIGTERM')))
  await reportBare(source.href)
} finally {
  await balancer?.stop()
  await Promise.all(nodes.map((node) => node.end('SIGTERM')))
  await admin.query(`drop database if exists ${database} with (force)`)
  await admin.end()
  await databases.stop()
  await rm(folder, { recursive: true, force: true })
}
