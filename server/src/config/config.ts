import { resolve } from 'node:path'
import type { CallingProvider } from '@muster/contract/voice-campaigns.ts'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { S3Settings } from '../files/s3-file-storage.ts'
import type { TrustedProxies } from '../http/client-address.ts'
import { type ClientTimeouts, defaultTimeouts } from '../http/slow-clients.ts'
import { findMisspelled, noteReads } from './misspelled-settings.ts'
import {
  type Quotas,
  readBreachedPasswordsUrl,
  readClamd,
  readCount,
  readDrain,
  readLogLevel,
  readMailLimit,
  readOwnerUrl,
  readPdfFonts,
  readPort,
  readProcess,
  readQuotas,
  readRecordingHosts,
  readRequireSecondFactor,
  readS3,
  readTrustedProxies,
  readVoiceApiUrls,
  readVoiceSecrets,
  readWebhookPorts,
} from './read-settings.ts'
import { readTraces, type TraceSettings } from './read-traces.ts'
import { withSecretFiles } from './secret-files.ts'
import type { PortRange } from './webhook-ports.ts'

interface StripeSettings {
  secretKey: string | null
  /** Signs Stripe's events; without it none is accepted. */
  webhookSecret: string | null
  /** Overrides Stripe's URL, for tests. */
  apiUrl: string | null
}

export interface Config {
  host: string
  port: number
  /** Null: the embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | null
  /** Without a pooler, for what needs a connection of its own; defaults to `databaseUrl`. */
  databaseDirectUrl: string | null
  /**
   * Connects as the role that owns the tables, for migrations. Null: `databaseDirectUrl`, whose role then needs those
   * privileges.
   */
  databaseOwnerUrl: string | null
  /** A streaming replica for reports, and its maximal lag. */
  databaseReplicaUrl: string | null
  replicaLagSeconds: number
  dataDir: string
  publicUrl: string
  adminEmail: string
  adminPassword: string | null
  /** Fill the first workspace with sample data. */
  sample: boolean
  smtpUrl: string | null
  /** Sign the reports of voice providers, unless a workspace has its own; a provider without one is refused. */
  voiceSecrets: Partial<Record<VoiceProvider, string>>
  /** Where calls are placed. */
  voiceApiUrls: Record<CallingProvider, string>
  /** Collects payments; without a key, invoices are paid by hand. */
  stripe: StripeSettings
  process: 'all' | 'web' | 'worker'
  /** Whom the installation requires to have a second factor; null leaves it to each workspace. */
  requireSecondFactor: 'superadmins' | 'everyone' | null
  /** Proxies whose X-Forwarded-For counts; 0: none. */
  trustProxy: TrustedProxies
  poolSize: number
  /** Off for poolers that cannot track prepared statements, such as PgBouncer before 1.21. */
  preparedStatements: boolean
  /** How long `/ready` answers 503 before the server closes: longer than a load balancer needs to notice. */
  drainSeconds: number
  /** Public calls by one network address, on each node. */
  publicCallsPerMinute: number
  /** Calls by one API key, on each node. */
  keyCallsPerMinute: number
  /** Emails that one user may cause to be sent to others: invitations and links. */
  senderMailsPerHour: number
  /** The same for a whole workspace. */
  workspaceMailsPerDay: number
  /** Calls by one signed-in user, on each node. */
  personCallsPerMinute: number
  /** Event streams of one user, on each node. */
  streamsPerPerson: number
  /** The maximal time to read one document. */
  documentSeconds: number
  /** Font files for the scripts that Inter does not have, for PDFs. */
  pdfFonts: readonly string[]
  /** Limits on what one workspace stores. */
  quotas: Quotas
  /** Allows outgoing webhooks to http and private networks, for tests and internal receivers. */
  privateWebhooks: boolean
  /** Ports that outgoing webhooks may use. */
  webhookPorts: readonly PortRange[]
  /** Hosts whose call recordings play in the browser; `*.` matches any subdomain. */
  recordingHosts: readonly string[]
  /** Checks every response against its contract; set by the tests. */
  checkResponses: boolean
  /** Where files are stored; null: below `dataDir`. */
  s3: S3Settings | null
  /** A service with the range API of Have I Been Pwned; null: none. */
  breachedPasswordsUrl: string | null
  /** The address of clamd, which scans uploads; null: none are scanned. */
  clamd: string | null
  /** Time limits of clients; only tests set them. */
  clientTimeouts: ClientTimeouts
  logLevel: string
  /** Statements that take longer are logged. */
  slowQueryMs: number
  /** A separate port for `/metrics`; null: none. */
  metricsPort: number | null
  metricsHost: string
  /** Grants access to `/metrics` on the server's own port. */
  metricsToken: string | null
  /** Where traces are sent; null: none are collected. */
  traces: TraceSettings | null
  /** Lines for the operator about variables that are probably misspelled. */
  warnings: readonly string[]
}

/** Reads the settings. Nothing else reads the environment. */
export function readConfig(given: NodeJS.ProcessEnv = process.env): Config {
  const read = new Set<string>()
  const env = noteReads(withSecretFiles(given), read)
  const port = readPort(env.PORT)
  const host = env.HOST || '127.0.0.1'
  const databaseUrl = env.DATABASE_URL || null
  const config = {
    host,
    port,
    databaseUrl,
    databaseDirectUrl: env.DATABASE_DIRECT_URL || null,
    databaseOwnerUrl: readOwnerUrl(env),
    databaseReplicaUrl: env.DATABASE_REPLICA_URL || null,
    replicaLagSeconds: readCount('MUSTER_REPLICA_LAG_SECONDS', env.MUSTER_REPLICA_LAG_SECONDS, 10),
    dataDir: resolve(env.MUSTER_DATA_DIR || './data'),
    publicUrl: env.MUSTER_PUBLIC_URL || `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    adminEmail: (env.MUSTER_ADMIN_EMAIL || 'admin@example.com').trim().toLowerCase(),
    adminPassword: env.MUSTER_ADMIN_PASSWORD || null,
    sample: env.MUSTER_SAMPLE ? env.MUSTER_SAMPLE !== '0' : databaseUrl === null,
    smtpUrl: env.SMTP_URL || null,
    voiceSecrets: readVoiceSecrets(env),
    voiceApiUrls: readVoiceApiUrls(env),
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY || null,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET || null,
      apiUrl: null,
    },
    process: readProcess(env.MUSTER_PROCESS),
    requireSecondFactor: readRequireSecondFactor(env.MUSTER_REQUIRE_SECOND_FACTOR),
    trustProxy: readTrustedProxies(env.MUSTER_TRUST_PROXY),
    poolSize: readCount('MUSTER_POOL_SIZE', env.MUSTER_POOL_SIZE, 20),
    preparedStatements: env.MUSTER_PREPARED_STATEMENTS !== '0',
    drainSeconds: readDrain(env.MUSTER_DRAIN_SECONDS),
    publicCallsPerMinute: readCount(
      'MUSTER_PUBLIC_CALLS_PER_MINUTE',
      env.MUSTER_PUBLIC_CALLS_PER_MINUTE,
      1200,
    ),
    keyCallsPerMinute: readCount('MUSTER_KEY_CALLS_PER_MINUTE', env.MUSTER_KEY_CALLS_PER_MINUTE, 600),
    senderMailsPerHour: readMailLimit('MUSTER_SENDER_MAILS_PER_HOUR', env.MUSTER_SENDER_MAILS_PER_HOUR, 50),
    workspaceMailsPerDay: readMailLimit(
      'MUSTER_WORKSPACE_MAILS_PER_DAY',
      env.MUSTER_WORKSPACE_MAILS_PER_DAY,
      500,
    ),
    personCallsPerMinute: readCount(
      'MUSTER_PERSON_CALLS_PER_MINUTE',
      env.MUSTER_PERSON_CALLS_PER_MINUTE,
      1200,
    ),
    streamsPerPerson: readCount('MUSTER_PERSON_STREAMS', env.MUSTER_PERSON_STREAMS, 12),
    documentSeconds: readCount('MUSTER_DOCUMENT_SECONDS', env.MUSTER_DOCUMENT_SECONDS, 10),
    pdfFonts: readPdfFonts(env.MUSTER_PDF_FONTS),
    quotas: readQuotas(env),
    privateWebhooks: env.MUSTER_PRIVATE_WEBHOOKS === '1',
    webhookPorts: readWebhookPorts(env.MUSTER_WEBHOOK_PORTS),
    recordingHosts: readRecordingHosts(env.MUSTER_RECORDING_HOSTS),
    checkResponses: env.MUSTER_CHECK_RESPONSES === '1',
    s3: readS3(env),
    breachedPasswordsUrl: readBreachedPasswordsUrl(env.MUSTER_BREACHED_PASSWORDS_URL),
    clamd: readClamd(env.MUSTER_CLAMD),
    clientTimeouts: defaultTimeouts,
    logLevel: readLogLevel(env.MUSTER_LOG_LEVEL),
    slowQueryMs: readCount('MUSTER_SLOW_QUERY_MS', env.MUSTER_SLOW_QUERY_MS, 1_000),
    metricsPort: env.MUSTER_METRICS_PORT ? readPort(env.MUSTER_METRICS_PORT, 'MUSTER_METRICS_PORT') : null,
    metricsHost: env.MUSTER_METRICS_HOST || '127.0.0.1',
    metricsToken: env.MUSTER_METRICS_TOKEN || null,
    traces: readTraces(env),
  }
  return { ...config, warnings: findMisspelled(given, read) }
}
