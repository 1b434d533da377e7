import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { connectionOptions } from '@muster/server/database/session-settings.ts'
import pg from 'pg'
import { type Case, cases, findSubjects, type Subjects } from './cases.ts'
import { type Served, serve } from './child.ts'
import { prepareDatabases } from './databases.ts'
import { explainSlowest, get, median, rate, runStatements, timeEach } from './measure.ts'
import type { Statement } from './serve-muster.ts'
import { signedInHeaders } from './sign-in.ts'

/** The product's targets: the maximal cost relative to the smallest size, and the share of the bare rate. */
const growthTarget = 1.3
const rateTarget = 0.5
/** Smaller differences are noise. */
const noiseMs = 0.5

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '4' },
    'no-rates': { type: 'boolean', default: false },
  },
})

interface Size {
  applications: number
  muster: Served
  bare: Served
  headers: Record<string, string>
  subjects: Subjects
  client: pg.Client
}

async function openSize(applications: number, connectionString: string): Promise<Size> {
  const [muster, bare] = await Promise.all([
    serve('./serve-muster.ts', connectionString),
    serve('./serve-bare.ts', connectionString),
  ])
  const client = new pg.Client({ connectionString, options: connectionOptions })
  await client.connect()
  const subjects = await findSubjects(connectionString)
  return { applications, muster, bare, headers: {}, subjects, client }
}

/** Access tokens live for minutes, so each case signs in again. */
async function signIn(size: Size): Promise<void> {
  size.headers = await signedInHeaders(size.muster.url)
}

/** Returns the case's URL in this size, after walking to its page; null without such a call or page. */
async function addressOf(one: Case, { muster, headers, subjects }: Size): Promise<string | null> {
  const base = `${muster.url}/api/v1${one.path(subjects)}`
  const withCursor = (limit: number, cursor: string | null) =>
    `${base}${base.includes('?') ? '&' : '?'}limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`
  if (!one.pages) return (await get(base, headers)) === null ? null : base
  let cursor: string | null = null
  for (let rows = 0; rows < one.pages * 50; rows += 200) {
    const page: string | null = await get(withCursor(200, cursor), headers)
    const next: string | null = page && JSON.parse(page).nextCursor
    if (!next) return cursor ? withCursor(50, cursor) : null
    cursor = next
  }
  return withCursor(50, cursor)
}

/** Returns the SQL of a URL; a second call leaves out that of signing in. */
async function record(size: Size, address: string): Promise<Statement[]> {
  await get(address, size.headers)
  size.muster.tell('record')
  await get(address, size.headers)
  return size.muster.ask<Statement[]>('recorded')
}

interface Measured {
  served: number[]
  sql: number[]
  address: string
  statements: Statement[]
}

/** Returns medians by size. Sizes alternate, so that a busy moment affects all of them. */
async function measureLatency(one: Case, sizes: readonly Size[]): Promise<Map<Size, Measured>> {
  const measured = new Map<Size, Measured>()
  for (const size of sizes) {
    await signIn(size)
    const address = await addressOf(one, size)
    if (!address) continue
    const statements = await record(size, address)
    measured.set(size, { served: [], sql: [], address, statements })
    await timeEach(() => get(address, size.headers), { most: 30, ms: 500 })
    await timeEach(() => runStatements(size.client, statements), { most: 10, ms: 300 })
  }
  for (let round = 0; round < 6; round += 1)
    for (const [size, { served, sql, address, statements }] of measured) {
      served.push(...(await timeEach(() => get(address, size.headers), { most: 25, ms: 250 })))
      sql.push(...(await timeEach(() => runStatements(size.client, statements), { most: 25, ms: 250 })))
    }
  return measured
}

const milliseconds = (value: number | undefined) => (value === undefined ? '–' : value.toFixed(2)).padStart(9)

function growth(values: readonly number[]): { ratio: number; over: boolean } {
  const [smallest, largest] = [values[0]!, values.at(-1)!]
  return {
    ratio: largest / smallest,
    over: largest > smallest * growthTarget && largest - smallest > noiseMs,
  }
}

async function reportLatency(sizes: readonly Size[], plans: string[]): Promise<void> {
  const names = sizes.map(({ applications }) => applications.toLocaleString('en').padStart(9)).join(' ')
  console.log(`\nMedian of one request, ms, by number of applications; in brackets the same statements bare`)
  console.log(`${''.padEnd(30)} ${names}   growth   (${names})   growth`)
  for (const one of cases) {
    if (options.only && !one.name.includes(options.only)) continue
    const measured = await measureLatency(one, sizes)
    if (measured.size === 0) {
      console.log(`${one.name.padEnd(30)} not served yet`)
      continue
    }
    const served = sizes.map((size) => measured.get(size) && median(measured.get(size)!.served))
    const sql = sizes.map((size) => measured.get(size) && median(measured.get(size)!.sql))
    const whole = growth(served.filter((value) => value !== undefined))
    const bare = growth(sql.filter((value) => value !== undefined))
    console.log(
      `${one.name.padEnd(30)} ${served.map(milliseconds).join(' ')} ${`${whole.ratio.toFixed(2)}×`.padStart(8)}${whole.over ? '!' : ' '}` +
        ` (${sql.map(milliseconds).join(' ')}) ${`${bare.ratio.toFixed(2)}×`.padStart(8)}`,
    )
    if (whole.over || bare.over) plans.push(await explain(one, measured))
  }
  console.log(`! grows by more than ${growthTarget}×`)
}

async function explain(one: Case, measured: ReadonlyMap<Size, Measured>): Promise<string> {
  const [size, { statements, address }] = [...measured].at(-1)!
  const { statement, plan } = await explainSlowest(size.client, statements)
  return [
    `## ${one.name}, ${size.applications} applications: ${new URL(address).pathname}${new URL(address).search}`,
    statement.text,
    JSON.stringify(statement.values),
    plan,
  ].join('\n\n')
}

async function reportRates(sizes: readonly Size[]): Promise<void> {
  const seconds = Number(options.seconds)
  console.log(`\nRequests a second, 16 at once, against Fastify and pg with the same statements`)
  for (const one of cases.filter(({ name }) => ratedCases.includes(name)))
    for (const size of sizes) {
      await signIn(size)
      const address = await addressOf(one, size)
      if (!address) continue
      await size.bare.ask(await record(size, address))
      const { perSecond: muster } = await rate(address, size.headers, seconds)
      const { perSecond: bare } = await rate(size.bare.url, {}, seconds)
      const part = muster / bare
      console.log(
        `${one.name.padEnd(30)} ${size.applications.toLocaleString('en').padStart(9)}  ${muster.toFixed(0).padStart(6)}` +
          ` of ${bare.toFixed(0).padStart(6)}  ${part.toFixed(2)}${part < rateTarget ? '!' : ''}`,
      )
    }
  console.log(`! less than ${rateTarget} of the bare rate`)
}

const ratedCases = ['list, newest activity first', 'board of a position', 'application details']

const databases = await prepareDatabases(options.sizes.split(',').map(Number))
const sizes: Size[] = []
try {
  for (const [applications, connectionString] of databases.connectionStrings)
    sizes.push(await openSize(applications, connectionString))
  const plans: string[] = []
  await reportLatency(sizes, plans)
  if (!options['no-rates']) await reportRates(sizes)
  if (plans.length > 0) {
    const folder = new URL('./data/', import.meta.url)
    await mkdir(folder, { recursive: true })
    await writeFile(new URL('slow-plans.md', folder), plans.join('\n\n'))
    console.log(`\nThe plans of what grows are in bench/data/slow-plans.md`)
  }
} finally {
  for (const { muster, bare, client } of sizes) {
    await client.end()
    await Promise.all([muster.stop(), bare.stop()])
  }
  await databases.stop()
}
