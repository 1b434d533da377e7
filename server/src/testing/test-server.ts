import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEndpoint, CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { ErrorBody } from '@muster/contract/errors.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type Config, readConfig } from '../config.ts'
import { connect } from '../database/connect.ts'
import { createCopyOut } from '../database/copy-out.ts'
import { newId } from '../database/new-id.ts'
import { withoutReplica } from '../database/reports-database.ts'
import type { DB } from '../database/schema.generated.ts'
import { openFileStorage } from '../files/open-file-storage.ts'
import { createReadiness } from '../health/readiness.ts'
import { apiPrefix } from '../http/route.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLive } from '../live/live.ts'
import { runJobs } from '../run-jobs.ts'
import { createServer } from '../server.ts'
import type { Services } from '../services.ts'
import { issueTokens } from '../session/issue-tokens.ts'
import { hashSecret, newSecretToken } from '../session/secret-token.ts'
import { countDatabase } from '../telemetry/database-metrics.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { watchJobs } from '../telemetry/watch-jobs.ts'
import { createWorkspace } from '../workspaces/create-workspace.ts'
import { stripeWebhookSecret } from './stripe-peer.ts'

/** What Vapi's reports are signed with, unless a test says otherwise. */
export const voiceSecret = 'a voice secret of the tests'

/** A signed-in person of a test. */
export interface TestUser {
  id: string
  workspaceId: string
  email: string
  accessToken: string
  refreshToken: string
}

export interface Answer<Body> {
  status: number
  headers: Headers
  /** An endpoint without a body has one only when it refuses. */
  body: (Body extends undefined ? unknown : Body) & ErrorBody
}

type CallInput<E extends AnyEndpoint> = Partial<CallOf<E>> & {
  as?: TestUser | undefined
  headers?: Record<string, string>
}

export interface TestServer {
  url: string
  /** As the role that serves, like `db`. */
  connectionString: string
  /** As the role that owns the tables. */
  ownerConnectionString: string
  db: Kysely<DB>
  services: Services
  app: FastifyInstance
  /** A workspace of its own with its default pipeline and reasons. */
  addWorkspace(): Promise<{ workspaceId: string; pipelineId: string }>
  /** A signed-in user of the role. */
  addUser(workspaceId: string, role: Role, more?: { companyId?: string; name?: string }): Promise<TestUser>
  /** Calls an endpoint over HTTP; parameters and answers have the contract's types. */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<Answer<ResponseOf<E>>>
  stop(): Promise<void>
}

/** The same database as the role that owns it. */
function asOwner(connectionString: string): string {
  const owner = new URL(inject('postgresOwner'))
  owner.pathname = new URL(connectionString).pathname
  return owner.href
}

async function cloneTemplate(): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const name = `muster_${process.pid}_${randomBytes(4).toString('hex')}`
  const owner = new URL(inject('postgresOwner'))
  const app = new URL(inject('postgresApp'))
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: inject('postgres') })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  // Copied as files, which costs half of what copying through the log does.
  await run(`create database ${name} template muster_template owner ${owner.username} strategy file_copy`)
  app.pathname = `/${name}`
  return { connectionString: app.href, drop: () => run(`drop database if exists ${name} with (force)`) }
}

/** The address an endpoint has for these parameters. */
export function addressOf(endpoint: AnyEndpoint, params: object = {}, query: object = {}): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) search.append(key, String(one))
  return `${apiPrefix}${path}${search.size ? `?${search}` : ''}`
}

/**
 * Starts the real server on a database of its own, cloned from the migrated template. Jobs run only with
 * `jobs: true`; queued ones are kept in any case.
 */
export async function startTestServer(
  options: {
    jobs?: boolean
    poolSize?: number
    config?: Partial<Config>
    /** That of another node, or one of the test's own, already migrated. */
    connectionString?: string
    /** Where to listen, any free one when left out. */
    port?: number
    /** Takes in the log's lines. */
    logTo?: { write(line: string): void }
  } = {},
): Promise<TestServer> {
  const { connectionString, drop } = options.connectionString
    ? { connectionString: options.connectionString, drop: async () => {} }
    : await cloneTemplate()
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-files-'))
  const config = {
    ...readConfig({ DATABASE_URL: connectionString, MUSTER_DATA_DIR: dataDir }),
    checkResponses: true,
    voiceSecrets: { vapi: voiceSecret },
    stripe: { secretKey: null, webhookSecret: stripeWebhookSecret, apiUrl: null },
    poolSize: options.poolSize ?? 10,
    // Tests call more often than people do.
    personCallsPerMinute: 1_000_000,
    logLevel: process.env.MUSTER_LOG_LEVEL ?? 'silent',
    ...options.config,
  }
  const db = connect(connectionString, config.poolSize)
  await db
    .insertInto('installation')
    .values({ secret: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const live = await createLive(connectionString, db)
  const telemetry = createTelemetry(config, options.logTo)
  const jobs = watchJobs(
    await createJobs(connectionString, (error) => console.error((error as Error).message)),
    telemetry,
  )
  const services: Services = {
    config,
    db,
    copyOut: createCopyOut(connectionString),
    live,
    jobs,
    files: await openFileStorage(config),
    telemetry,
    readiness: createReadiness(connectionString),
    reports: withoutReplica(db),
  }
  countDatabase(services)
  if (options.jobs) await runJobs(services)
  const app = await createServer(services)
  const url = await app.listen({ host: '127.0.0.1', port: options.port ?? 0 })

  async function addWorkspace() {
    return db
      .transaction()
      .execute((tx) => createWorkspace(tx, { name: 'Test workspace', timezone: 'UTC', defaultCountry: 'US' }))
  }

  async function addUser(workspaceId: string, role: Role, more: { companyId?: string; name?: string } = {}) {
    const id = newId()
    const email = `${role}.${id.slice(-12)}@example.com`
    const user = { workspace_id: workspaceId, id, email, name: more.name ?? `A ${role}`, role }
    await db
      .insertInto('users')
      .values({ ...user, company_id: more.companyId ?? null })
      .execute()
    await db.insertInto('logins').values({ email, workspace_id: workspaceId, user_id: id }).execute()
    const token = newSecretToken(workspaceId, newId())
    await db
      .insertInto('sessions')
      .values({
        workspace_id: workspaceId,
        id: token.id,
        user_id: id,
        current_hash: hashSecret(token.secret),
      })
      .execute()
    const tokens = await issueTokens(services, id, token)
    return { id, workspaceId, email, accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
  }

  async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}) {
    const hasBody = input.body !== undefined
    const response = await fetch(url + addressOf(endpoint, input.params ?? {}, input.query ?? {}), {
      method: endpoint.method,
      headers: {
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(input.as ? { authorization: `Bearer ${input.as.accessToken}` } : {}),
        ...input.headers,
      },
      ...(hasBody ? { body: JSON.stringify(input.body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null }
  }

  return {
    url,
    connectionString,
    ownerConnectionString: asOwner(connectionString),
    db,
    services,
    app,
    addWorkspace,
    addUser,
    call,
    async stop() {
      await app.close()
      await services.readiness.stop()
      await jobs.stop()
      await live.stop()
      await telemetry.stop()
      await db.destroy()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
