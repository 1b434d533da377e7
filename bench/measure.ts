import autocannon from 'autocannon'
import type pg from 'pg'
import type { Served } from './child.ts'
import type { Statement } from './serve-muster.ts'

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

/** Runs `work` repeatedly within limits on number and time. Returns the milliseconds of each run. */
export async function timeEach(
  work: () => Promise<unknown>,
  { most, ms }: { most: number; ms: number },
): Promise<number[]> {
  const times: number[] = []
  for (const until = performance.now() + ms; times.length < most && performance.now() < until; ) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return times
}

/** Gets a URL and reads the response; null if the server has no such call. */
export async function get(url: string, headers: Record<string, string>): Promise<string | null> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  if (response.status === 404 || response.status === 405) return null
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 300)}`)
  return text
}

/** Sends a request of the API. Returns the body of the response. */
export async function send<Body>(
  url: string,
  headers: Record<string, string>,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return (text ? JSON.parse(text) : undefined) as Body
}

/** Runs statements one after another on one connection. */
export async function runStatements(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await client.query({ ...statement })
}

/** Returns the requests per second over 16 connections, and how many there were. */
export async function rate(
  url: string,
  headers: Record<string, string>,
  seconds: number,
): Promise<{ perSecond: number; requests: number }> {
  const result = await autocannon({ url, headers, connections: 16, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  return { perSecond: result.requests.average, requests: result.requests.total }
}

/** Returns the plan of the slowest statement, as executed. */
export async function explainSlowest(
  client: pg.Client,
  statements: readonly Statement[],
): Promise<{ statement: Statement; plan: string }> {
  let slowest = { statement: statements[0]!, ms: -1 }
  for (const statement of statements) {
    const ms = median(
      await timeEach(() => client.query(statement.text, statement.values), { most: 3, ms: 3_000 }),
    )
    if (ms > slowest.ms) slowest = { statement, ms }
  }
  const { text, values } = slowest.statement
  const { rows } = await client.query(`explain (analyze, buffers) ${text}`, values)
  return { statement: slowest.statement, plan: rows.map((row) => row['QUERY PLAN']).join('\n') }
}

/** Returns the slowest statement of a request with its plan. */
export async function planOf(
  { muster, client }: { muster: Served; client: pg.Client },
  run: () => Promise<unknown>,
): Promise<string> {
  muster.tell('record')
  await run()
  const statements = await muster.ask<Statement[]>('recorded')
  const { statement, plan } = await explainSlowest(
    client,
    statements.filter(({ text }) => /^\s*(with|select)/i.test(text)),
  )
  return `${statement.text}\n${JSON.stringify(statement.values)}\n${plan}`
}
