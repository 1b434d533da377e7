import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { getInstallation } from '@muster/contract/admin.ts'
import { listApplications } from '@muster/contract/applications.ts'
import { login } from '@muster/contract/auth.ts'
import { createCandidate, listCandidates } from '@muster/contract/candidates.ts'
import { getHealth } from '@muster/contract/health.ts'
import { forgotPassword, getCurrentUser } from '@muster/contract/users.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer, type TestUser } from '../testing/test-server.ts'
import { inScope } from './scope.ts'
import { serveMetrics } from './serve-metrics.ts'

/** What a log must not contain. */
const personal = {
  name: 'Aurelia Quickwater',
  email: 'aurelia.quickwater@example.net',
  phone: '+12125550187',
  search: 'quickwat',
  password: 'a wrong password of somebody',
}

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string } }[]
}

let collector: Server
let server: TestServer
let as: TestUser
const lines: string[] = []
const spans: SentSpan[] = []

const logged = () => lines.map((line) => JSON.parse(line))
const metricsToken = 'a token of the tests'

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
    }
    for (const { scopeSpans } of resourceSpans) for (const { spans: some } of scopeSpans) spans.push(...some)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const { port } = collector.address() as AddressInfo
  server = await startTestServer({
    jobs: true,
    logTo: { write: (line) => lines.push(line) },
    config: {
      logLevel: 'trace',
      slowQueryMs: 400,
      metricsToken,
      metricsPort: 0,
      traces: {
        url: `http://127.0.0.1:${port}/v1/traces`,
        serviceName: 'muster-test',
        attributes: {},
        ratio: 1,
        everyMs: 50,
        headers: {},
      },
    },
  })
  const { workspaceId } = await server.addWorkspace()
  as = await server.addUser(workspaceId, 'owner', { name: personal.name })
})

afterAll(async () => {
  await server?.stop()
  collector?.close()
})

async function readMetrics(headers: Record<string, string>): Promise<{ status: number; text: string }> {
  const response = await fetch(`${server.url}/metrics`, { headers })
  return { status: response.status, text: await response.text() }
}

describe('the log', () => {
  it('describes a call and its result in one line, under the id in the response', async () => {
    const { headers } = await server.call(getCurrentUser, { as })
    const requestId = headers.get('x-request-id')
    expect(requestId).toMatch(/^[\da-f-]{36}$/)
    await expect.poll(() => logged().filter((line) => line.requestId === requestId)).toHaveLength(1)
    expect(logged().find((line) => line.requestId === requestId)).toMatchObject({
      level: 'info',
      call: 'getCurrentUser',
      method: 'GET',
      status: 200,
      userId: as.id,
      workspaceId: as.workspaceId,
      statements: expect.any(Number),
      databaseMs: expect.any(Number),
      ms: expect.any(Number),
    })
  })

  it('ignores request ids from clients', async () => {
    const { headers } = await server.call(getHealth, { headers: { 'x-request-id': 'made-up-by-a-client' } })
    expect(headers.get('x-request-id')).not.toBe('made-up-by-a-client')
  })

  it('names the endpoint of a slow statement, and none of its values', async () => {
    const scope = server.services.telemetry.scope('listCandidates', 'the request of the test')
    await inScope(scope, () =>
      sql`select pg_sleep(0.5), ${personal.email}::text, '${sql.raw(personal.phone)}'`.execute(server.db),
    )
    expect(logged().find(({ msg }) => msg === 'slow query')).toMatchObject({
      level: 'warn',
      call: 'listCandidates',
      requestId: 'the request of the test',
      statement: "select pg_sleep(0.5), $1::text, '…'",
    })
  })

  it('has no value of a slow statement, however SQL quotes it', async () => {
    const scope = server.services.telemetry.scope('quotedStatements', 'another request of the test')
    const { name } = personal
    const statement = `select pg_sleep(0.5), $q$${name}$q$, e'\\' ${name}', '' || '${name}'`
    const long = `select pg_sleep(0.5), '${name}${'x'.repeat(9_000)}'`
    await inScope(scope, async () => {
      await sql.raw(statement).execute(server.db)
      await sql.raw(long).execute(server.db)
    })
    const slow = logged().filter(({ call, msg }) => call === 'quotedStatements' && msg === 'slow query')
    expect(slow.map((line) => line.statement)).toEqual([
      "select pg_sleep(0.5), '…', '…', '…' || '…'",
      "select pg_sleep(0.5), '…'",
    ])
  })

  it('has no personal data, whatever is called and whatever fails', async () => {
    const { name, email, phone, search, password } = personal
    await server.call(createCandidate, { as, body: { name, email, phone } })
    await server.call(createCandidate, { as, body: { name, email, phone } })
    await server.call(listCandidates, { as, query: { q: search } })
    await server.call(listApplications, { as, query: { q: email } })
    await server.call(login, { body: { email, password } })
    await fetch(`${server.url}/api/v1/candidates/?q=${search}&sort=${name}`)
    await fetch(`${server.url}/nowhere/${email}?phone=${encodeURIComponent(phone)}`)
    await fetch(`${server.url}/api/v1/candidates/`, { method: 'POST', body: `{"name": "${name}"` })
    // Unexpected errors are logged, including the database's message.
    const { log } = server.services.telemetry
    const quoting = sql`select ${`${name} ${email}`}::text::integer`.execute(server.db)
    await quoting.catch((err) => log.error({ err }, 'request failed'))
    log.error({ err: new Error(`550 no mailbox ${email}, call ${phone}`) }, 'job failed')
    await server.services.jobs.send(server.db, 'mail-password-link', { email })
    await expect.poll(() => logged().some((line) => line.call === 'mail-password-link')).toBe(true)

    expect(logged().filter(({ msg }) => msg === 'answered').length).toBeGreaterThan(7)
    const all = lines.join('').toLowerCase()
    for (const said of [...name.split(' '), email, phone, '2125550187', search, password, as.accessToken])
      expect(all).not.toContain(said.toLowerCase())
  })
})

describe('a job', () => {
  it('without payload, from a schedule, runs and is logged', async () => {
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, policy) values ('update-report-totals', 'standard') returning id
    `.execute(server.db)
    const state = async () =>
      (
        await sql<{ state: string; output: unknown }>`
          select state::text, output from pgboss.job where id = ${rows[0]!.id}`.execute(server.db)
      ).rows[0]
    await expect.poll(async () => (await state())?.state).toMatch(/completed|failed/)
    expect(await state()).toEqual({ state: 'completed', output: null })
    expect(logged().some(({ call, msg }) => call === 'update-report-totals' && msg === 'job done')).toBe(true)
  })
})

describe('/metrics', () => {
  it('does not exist without the token', async () => {
    expect((await readMetrics({})).status).toBe(404)
    expect((await readMetrics({ authorization: `Bearer ${as.accessToken}` })).status).toBe(404)
  })

  it('counts calls by endpoint, jobs by queue, and reports on the database', async () => {
    await server.call(getCurrentUser, { as })
    const { status, text } = await readMetrics({ authorization: `Bearer ${metricsToken}` })
    expect(status).toBe(200)
    for (const line of [
      /^muster_call_duration_seconds_count\{call="getCurrentUser",status="2xx"\} [1-9]/m,
      /^muster_statements_total\{call="getCurrentUser"\} [1-9]/m,
      /^muster_job_duration_seconds_count\{queue="mail-password-link",result="done"\} 1$/m,
      /^muster_pool_connections\{state="idle"\} \d/m,
      /^muster_pool_waiting 0$/m,
      /^muster_database_up 1$/m,
      /^muster_database_bytes [1-9]/m,
      /^muster_live_behind_events 0$/m,
      /^nodejs_eventloop_lag_p99_seconds /m,
      /^muster_open_streams 0$/m,
      /^muster_slow_queries_total\{call="listCandidates"\} 1$/m,
    ])
      expect(text).toMatch(line)
  })

  it('has no label from a client', async () => {
    const before = (await readMetrics({ authorization: `Bearer ${metricsToken}` })).text.split('\n').length
    for (let n = 0; n < 20; n += 1)
      await fetch(`${server.url}/nowhere/${n}?x=${n}`, { method: n % 2 ? 'PUT' : 'GET' })
    const after = (await readMetrics({ authorization: `Bearer ${metricsToken}` })).text.split('\n')
    expect(after.length - before).toBeLessThan(40)
    expect(after.join('\n')).not.toContain('nowhere')
  })

  it('has a port of its own if configured', async () => {
    const own = await serveMetrics(server.services)
    const response = await fetch(`http://127.0.0.1:${own!.port}/metrics`)
    expect(await response.text()).toContain('muster_info')
    expect((await fetch(`http://127.0.0.1:${own!.port}/`)).status).toBe(404)
    await own!.stop()
  })
})

describe('traces', () => {
  const named = (traceId: string, name: string) =>
    spans.find((span) => span.traceId === traceId && span.name === name)

  it("continue the caller's trace: request, endpoint, statements without their values", async () => {
    const traceId = 'a'.repeat(32)
    await server.call(listCandidates, {
      as,
      query: { q: personal.search },
      headers: { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
    })
    const request = () => named(traceId, 'GET /api/v1/candidates/')
    await expect.poll(request).toBeTruthy()
    expect(request()).toMatchObject({ parentSpanId: 'b'.repeat(16) })
    const endpoint = named(traceId, 'listCandidates')!
    expect(endpoint.parentSpanId).toBe(request()!.spanId)
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === endpoint.spanId)
    expect(statements.map(({ name }) => name)).toContain('SELECT')
    expect(JSON.stringify(statements)).toContain('candidates')
    expect(JSON.stringify(spans).toLowerCase()).not.toContain(personal.search)
  })

  it('link a request to the jobs it queued', async () => {
    const traceId = 'c'.repeat(32)
    await server.call(forgotPassword, {
      body: { email: as.email },
      headers: { traceparent: `00-${traceId}-${'d'.repeat(16)}-01` },
    })
    await expect.poll(() => named(traceId, 'mail-password-link')).toBeTruthy()
    expect(named(traceId, 'mail-password-link')!.parentSpanId).toBe(named(traceId, 'forgotPassword')!.spanId)
  })

  it('do not include health checks', async () => {
    await server.call(getHealth)
    await server.call(getInstallation, { as })
    await expect.poll(() => spans.some(({ name }) => name === 'GET /api/v1/admin/health/')).toBe(true)
    expect(spans.some(({ name }) => name === 'GET /health')).toBe(false)
  })
})
