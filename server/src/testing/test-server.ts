import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEndpoint, CallOf, ResponseOf } from '@muster/contract/endpoint.ts'
import type { ErrorBody } from '@muster/contract/errors.ts'
import type { Role } from '@muster/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import { type Config, readConfig } from '../config/config.ts'
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
import { registerDatabaseMetrics } from '../telemetry/database-metrics.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { watchJobs } from '../telemetry/watch-jobs.ts'
import { createWorkspace } from '../workspaces/create-workspace.ts'
import { stripeWebhookSecret } from './stripe-peer.ts'

/** Signs Vapi's reports, unless a test sets another. */
export const voiceSecret = 'a voice secret of the tests'

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
  /** An endpoint without a response body only has one when it refuses. */
  body: (Body extends undefined ? unknown : Body) & ErrorBody
}

type CallInput<E extends AnyEndpoint> = Partial<CallOf<E>> & {
  as?: TestUser | undefined
  headers?: Record<string, string>
}

/** A database without connections and a folder of files, which test servers copy. */
export interface Template {
  database: string
  files: string
}

export interface TestServer {
  url: string
  /** For the role that serves, like `db`. */
  connectionString: string
  /** For the role that owns the tables. */
  ownerConnectionString: string
  db: Kysely<DB>
  services: Services
  app: FastifyInstance
  /** Adds a workspace with its default pipeline and reasons. */
  addWorkspace(): Promise<{ workspaceId: string; pipelineId: string }>
  addUser(workspaceId: string, role: Role, more?: { companyId?: string; name?: string }): Promise<TestUser>
  signIn(user: Pick<TestUser, 'id' | 'workspaceId' | 'email'>): Promise<TestUser>
  /** Calls an endpoint over HTTP; parameters and responses have the contract's types. */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<Answer<ResponseOf<E>>>
  stop(): Promise<void>
}

/** Returns the same database's URL for the role that owns it. */
function asOwner(connectionString: string): string {
  const owner = new URL(inject('postgresOwner'))
  owner.pathname = new URL(connectionString).pathname
  return owner.href
}

async function execute(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Copies a template into a new database. Returns its URL for the role that serves. */
export async function createDatabase(name: string, template = 'muster_template'): Promise<string> {
  const owner = new URL(inject('postgresOwner'))
  // Copied as files, at half the cost of copying through the WAL.
  await execute(`create database ${name} template ${template} owner ${owner.username} strategy file_copy`)
  const app = new URL(inject('postgresApp'))
  app.pathname = `/${name}`
  return app.href
}

async function cloneTemplate(
  template?: string,
): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const name = `muster_${process.pid}_${randomBytes(4).toString('hex')}`
  const connectionString = await createDatabase(name, template)
  return { connectionString, drop: () => execute(`drop database if exists ${name} with (force)`) }
}

/** Returns an endpoint's path with these parameters. */
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
 * Starts the real server on a database of its own, cloned from the migrated template. Jobs run only with `jobs: true`,
 * but are always queued.
 */
export async function startTestServer(
  options: {
    jobs?: boolean
    poolSize?: number
    config?: Partial<Config>
    /** The database of another node, or one that the test has migrated. */
    connectionString?: string
    /** Copied instead of the empty installation. */
    template?: Template
    /** Defaults to any free port. */
    port?: number
    /** Receives the log's lines. */
    logTo?: { write(line: string): void }
  } = {},
): Promise<TestServer> {
  const { connectionString, drop } = options.connectionString
    ? { connectionString: options.connectionString, drop: async () => {} }
    : await cloneTemplate(options.template?.database)
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-files-'))
  if (options.template) await cp(options.template.files, dataDir, { recursive: true })
  const config = {
    ...readConfig({ DATABASE_URL: connectionString, MUSTER_DATA_DIR: dataDir }),
    checkResponses: true,
    voiceSecrets: { vapi: voiceSecret },
    stripe: { secretKey: null, webhookSecret: stripeWebhookSecret, apiUrl: null },
    poolSize: options.poolSize ?? 10,
    // Tests call more often than users do.
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
  registerDatabaseMetrics(services)
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
    return signIn({ id, workspaceId, email })
  }

  async function signIn({ id, workspaceId, email }: Pick<TestUser, 'id' | 'workspaceId' | 'email'>) {
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
    signIn,
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
