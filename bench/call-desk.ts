import { parseArgs } from 'node:util'
import { connectionOptions } from '@muster/server/database/session-settings.ts'
import pg from 'pg'
import { type Served, serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { percentile } from './import-neighbours.ts'
import { median, planOf, send, timeEach } from './measure.ts'
import { hireRecruiters } from './recruiters.ts'
import { signedInHeaders } from './sign-in.ts'

/** The product's targets. */
const growthTarget = 1.3
const countTargetMs = 50
/** Differences below this are noise of the machine. */
const noiseMs = 0.5

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,1000000' },
    callers: { type: 'string', default: '50' },
    /** Of all callers together. */
    claims: { type: 'string', default: '2000' },
    /** How many people the queue has whose reasons are counted, at most. */
    counted: { type: 'string', default: '100000' },
    /** Prints the plan of the slowest statement of each request. */
    plans: { type: 'boolean', default: false },
  },
})

interface Claim {
  applicationId: string
  candidateId: string
}

interface Size {
  applications: number
  connectionString: string
  muster: Served
  client: pg.Client
  headers: Record<string, string>
  /** Queues by name. */
  queues: Map<string, string>
}

const everybody = 'everybody'
const newest = 'the newest'

/** Calls on every day, as long as any queue may. */
const hours = { callFrom: 8 * 60, callTo: 21 * 60, weekdays: [1, 2, 3, 4, 5, 6, 7] }

/** Removes what an earlier run has left, and adds the queues: all open applications, and the newest ones. */
async function addQueues(size: Size): Promise<void> {
  const { client, muster, headers, queues } = size
  await client.query('delete from call_claims')
  await client.query(`delete from call_queues where name like 'Bench: %'`)
  const { rows } = await client.query<{ applied_at: Date }>(
    `select applied_at from applications where closed_at is null and deleted_at is null
     order by applied_at desc offset $1 limit 1`,
    [Number(options.counted) - 1],
  )
  const since = rows[0]?.applied_at.toISOString()
  const filters = { [everybody]: {}, [newest]: since ? { appliedFrom: since } : {} }
  for (const [name, filter] of Object.entries(filters)) {
    const body = { name: `Bench: ${name}`, filters: filter, ...hours }
    const { id } = await send<{ id: string }>(muster.url, headers, 'POST', '/call-queues/', body)
    queues.set(name, id)
  }
}

async function openSize(applications: number, connectionString: string): Promise<Size> {
  const muster = await serve('./serve-muster.ts', connectionString)
  const client = new pg.Client({ connectionString, options: connectionOptions })
  await client.connect()
  const headers = await signedInHeaders(muster.url)
  const size = { applications, connectionString, muster, client, headers, queues: new Map<string, string>() }
  await addQueues(size)
  return size
}

const claimOf = async (size: Size, token: Record<string, string>, skip: boolean) =>
  (
    await send<{ claim: Claim | null }>(
      size.muster.url,
      token,
      'POST',
      `/call-queues/${size.queues.get(everybody)}/claim/`,
      { skip },
    )
  ).claim

/** What a caller and a supervisor ask of a queue. */
const cases: Record<string, (size: Size) => Promise<unknown>> = {
  'call next: claim a person': async (size) => {
    if (!(await claimOf(size, size.headers, false)))
      throw new Error('Nobody may be called at this hour: run it while it is day in North America')
  },
  'first page of the queue': ({ muster, headers, queues }) =>
    send(muster.url, headers, 'GET', `/call-queues/${queues.get(everybody)}/people/`),
  'counts by reason, the newest': ({ muster, headers, queues }) =>
    send(muster.url, headers, 'GET', `/call-queues/${queues.get(newest)}/counts/`),
  'the same for a voice campaign': ({ muster, headers, queues }) =>
    send(muster.url, headers, 'GET', `/call-queues/${queues.get(newest)}/counts/?campaign=anyone`),
  'counts by reason, everybody': ({ muster, headers, queues }) =>
    send(muster.url, headers, 'GET', `/call-queues/${queues.get(everybody)}/counts/`),
}

/** Sizes alternate, so that a busy moment affects all of them. */
async function measureGrowth(sizes: readonly Size[]): Promise<void> {
  const names = sizes.map(({ applications }) => applications.toLocaleString('en').padStart(9)).join(' ')
  console.log(`\nMedian of one request, ms, by number of applications`)
  console.log(`${''.padEnd(32)} ${names}   growth`)
  for (const [name, run] of Object.entries(cases)) {
    const times = new Map(sizes.map((size) => [size, [] as number[]]))
    for (const size of sizes) size.headers = await signedInHeaders(size.muster.url)
    for (const size of sizes) await run(size)
    for (let round = 0; round < 5; round += 1)
      for (const [size, all] of times) all.push(...(await timeEach(() => run(size), { most: 20, ms: 400 })))
    const medians = [...times.values()].map(median)
    const [smallest, largest] = [medians[0]!, medians.at(-1)!]
    const counts = name !== 'counts by reason, everybody' && /counts|campaign/.test(name)
    const isOver = counts
      ? largest > countTargetMs
      : largest > smallest * growthTarget && largest - smallest > noiseMs
    const shown = medians.map((value) => value.toFixed(2).padStart(9)).join(' ')
    console.log(
      `${name.padEnd(32)} ${shown} ${`${(largest / smallest).toFixed(2)}×`.padStart(8)}${isOver ? '!' : ''}`,
    )
    if (options.plans) console.log(await planOf(sizes.at(-1)!, () => run(sizes.at(-1)!)))
  }
  console.log(
    `! grows by more than ${growthTarget}×; counts of the newest: takes more than ${countTargetMs} ms`,
  )
}

/** Callers take one person after another at once; each passes them on, so that nobody may be taken twice. */
async function measureClaims(size: Size): Promise<void> {
  const callers = Number(options.callers)
  const each = Math.ceil(Number(options.claims) / callers)
  const tokens = await hireRecruiters(size.connectionString, callers)
  await size.client.query('delete from call_claims')
  const times: number[] = []
  const claimed: string[] = []
  const started = performance.now()
  await Promise.all(
    tokens.map(async (token) => {
      for (let n = 0; n < each; n += 1) {
        const before = performance.now()
        const claim = await claimOf(size, { authorization: `Bearer ${token}` }, true)
        times.push(performance.now() - before)
        if (claim) claimed.push(claim.candidateId)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const twice = claimed.length - new Set(claimed).size
  console.log(
    `\n${callers} callers at ${size.applications.toLocaleString('en')} applications: ${claimed.length} claims, ` +
      `${twice} of a person twice${twice > 0 ? '!' : ''}, ${(claimed.length / seconds).toFixed(0)} a second, ` +
      `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  )
  await size.client.query('delete from call_claims')
}

const databases = await prepareDatabases(options.sizes.split(',').map(Number))
const sizes: Size[] = []
try {
  for (const [applications, connectionString] of databases.connectionStrings)
    sizes.push(await openSize(applications, connectionString))
  await measureGrowth(sizes)
  await measureClaims(sizes.at(-1)!)
} finally {
  for (const { muster, client } of sizes) {
    await client.query(`delete from call_claims`)
    await client.query(`delete from call_queues where name like 'Bench: %'`)
    await client.end()
    await muster.stop()
  }
  await databases.stop()
}
