import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { S3Settings } from '../files/s3-file-storage.ts'
import type { TrustedProxies } from '../http/client-address.ts'
import { type ClientTimeouts, defaultTimeouts } from '../http/slow-clients.ts'
import { parseClamd } from '../malware/clamd.ts'
import { defaultWebhookPorts, type PortRange, parsePortRanges } from './webhook-ports.ts'

interface StripeSettings {
  secretKey: string | null
  /** Signs Stripe's events; without it none is accepted. */
  webhookSecret: string | null
  /** Overrides Stripe's URL, for tests. */
  apiUrl: string | null
}

export interface Quotas {
  bytes: number
  files: number
  /** Files that were analyzed and not imported. */
  analyses: number
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
}

export interface TraceSettings {
  url: string
  serviceName: string
  attributes: Record<string, string>
  /** The fraction of traces started here that is sampled. */
  ratio: number
  everyMs: number
  /** Sent with traces, such as a collector's token. */
  headers: Record<string, string>
}

/** An invalid setting, in one line for the operator. */
export class ConfigError extends Error {}

function readPort(value: string | undefined, name = 'PORT'): number {
  const port = Number(value ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`${name} must be 0 to 65535, not "${value}"`)
  return port
}

function readOwnerUrl(env: NodeJS.ProcessEnv): string | null {
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_OWNER_URL needs DATABASE_URL: the same database as the role that serves')
  return env.DATABASE_OWNER_URL || null
}

function readProcess(value: string | undefined): Config['process'] {
  if (value === undefined || value === '' || value === 'all') return 'all'
  if (value === 'web' || value === 'worker') return value
  throw new ConfigError(`MUSTER_PROCESS must be all, web or worker, not "${value}"`)
}

function readRequireSecondFactor(value: string | undefined): Config['requireSecondFactor'] {
  if (!value) return null
  if (value === 'superadmins' || value === 'everyone') return value
  throw new ConfigError(`MUSTER_REQUIRE_SECOND_FACTOR must be superadmins or everyone, not "${value}"`)
}

function readS3(env: NodeJS.ProcessEnv): S3Settings | null {
  const bucket = env.S3_BUCKET
  if (!bucket) return null
  const [accessKeyId, secretAccessKey] = [env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY]
  if (Boolean(accessKeyId) !== Boolean(secretAccessKey))
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together')
  const endpoint = env.S3_ENDPOINT || null
  return {
    bucket,
    region: env.S3_REGION || 'us-east-1',
    endpoint,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : null,
    pathStyle: env.S3_PATH_STYLE ? env.S3_PATH_STYLE === '1' : endpoint !== null,
    prefix: env.S3_PREFIX ?? '',
  }
}

function readDrain(value: string | undefined): number {
  const seconds = Number(value || 0)
  if (seconds >= 0 && seconds <= 5) return seconds
  throw new ConfigError(`MUSTER_DRAIN_SECONDS must be 0 to 5, not "${value}"`)
}

function readMailLimit(name: string, value: string | undefined, fallback: number): number {
  const limit = Number(value || fallback)
  // Each count stores the times of its emails.
  if (Number.isInteger(limit) && limit >= 1 && limit <= 10_000) return limit
  throw new ConfigError(`${name} must be 1 to 10000, not "${value}"`)
}

const maxHops = 10
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  if (namedNetworks.includes(text)) return true
  const [address, bits, ...rest] = text.split('/')
  const family = isIP(address!)
  if (family === 0 || address!.includes('%') || rest.length > 0) return false
  if (bits === undefined) return true
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}

function readTrustedProxies(value: string | undefined): TrustedProxies {
  const text = value?.trim() ?? ''
  if (text === '') return 0
  if (/^\d+$/.test(text) && Number(text) <= maxHops) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  throw new ConfigError(
    `MUSTER_TRUST_PROXY must be a number of proxies (0 to ${maxHops}) or a list of addresses and networks such as 10.0.0.0/8,loopback, not "${value}"`,
  )
}

/** Where Twilio, Vapi and Retell store recordings unless the customer has a bucket. */
const defaultRecordingHosts = [
  'api.twilio.com',
  '*.vapi.ai',
  '*.retellai.com',
  'dxc03zgurdly9.cloudfront.net',
]

function readRecordingHosts(value: string | undefined): readonly string[] {
  if (!value) return defaultRecordingHosts
  const hosts = value.split(',').map((host) => host.trim().toLowerCase())
  if (hosts.every((host) => /^(\*\.)?([a-z\d-]+\.)+[a-z\d-]+(:\d{1,5})?$/.test(host))) return hosts
  throw new ConfigError(
    `MUSTER_RECORDING_HOSTS must be names of hosts such as storage.example.com,*.vapi.ai, not "${value}"`,
  )
}

function readWebhookPorts(value: string | undefined): readonly PortRange[] {
  if (!value) return defaultWebhookPorts
  const ranges = parsePortRanges(value)
  if (ranges) return ranges
  throw new ConfigError(`MUSTER_WEBHOOK_PORTS must be ports such as 80,443,8000-9999, not "${value}"`)
}

function readVoiceSecrets(env: NodeJS.ProcessEnv): Config['voiceSecrets'] {
  return {
    ...(env.TWILIO_AUTH_TOKEN ? { twilio: env.TWILIO_AUTH_TOKEN } : {}),
    ...(env.VAPI_WEBHOOK_SECRET ? { vapi: env.VAPI_WEBHOOK_SECRET } : {}),
    ...(env.RETELL_API_KEY ? { retell: env.RETELL_API_KEY } : {}),
    ...(env.VOICE_WEBHOOK_SECRET ? { generic: env.VOICE_WEBHOOK_SECRET } : {}),
  }
}

/** A whole number of at least 1. */
function readCount(name: string, value: string | undefined, fallback: number): number {
  const count = Number(value || fallback)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new ConfigError(`${name} must be a whole number of at least 1, not "${value}"`)
}

function readQuotas(env: NodeJS.ProcessEnv): Quotas {
  return {
    bytes: readCount('MUSTER_WORKSPACE_STORAGE_MB', env.MUSTER_WORKSPACE_STORAGE_MB, 100 * 1024) * 2 ** 20,
    files: readCount('MUSTER_WORKSPACE_FILES', env.MUSTER_WORKSPACE_FILES, 1_000_000),
    analyses: readCount('MUSTER_WORKSPACE_ANALYSES', env.MUSTER_WORKSPACE_ANALYSES, 50),
  }
}

function readBreachedPasswordsUrl(value: string | undefined): string | null {
  if (!value) return null
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new ConfigError(`MUSTER_BREACHED_PASSWORDS_URL must be an http or https address, not "${value}"`)
  return value.endsWith('/') ? value : `${value}/`
}

function readClamd(address: string | undefined): string | null {
  if (!address) return null
  if (parseClamd(address)) return address
  throw new ConfigError(`MUSTER_CLAMD must be host:port or the path of a unix socket, not "${address}"`)
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

function readLogLevel(value: string | undefined): string {
  const level = value || 'warn'
  if (logLevels.includes(level)) return level
  throw new ConfigError(`MUSTER_LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}"`)
}

function readPairs(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]
    }),
  )
}

/** Reads OpenTelemetry's standard variables; its exporter reads the others (timeout, compression). */
function readTraces(env: NodeJS.ProcessEnv): TraceSettings | null {
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base ? `${base}/v1/traces` : '')
  if (!url || env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return null
  const attributes = readPairs(env.OTEL_RESOURCE_ATTRIBUTES)
  const ratio = env.OTEL_TRACES_SAMPLER === 'always_off' ? 0 : Number(env.OTEL_TRACES_SAMPLER_ARG || 1)
  if (!(ratio >= 0 && ratio <= 1))
    throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be 0 to 1, not "${env.OTEL_TRACES_SAMPLER_ARG}"`)
  return {
    url,
    serviceName: env.OTEL_SERVICE_NAME || attributes['service.name'] || 'muster',
    attributes,
    ratio,
    everyMs: Number(env.OTEL_BSP_SCHEDULE_DELAY) || 5_000,
    headers: readPairs(env.OTEL_EXPORTER_OTLP_HEADERS),
  }
}

/** Each may be read from a file instead, whose path is in the setting with `_FILE` appended. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_REPLICA_URL',
  'MUSTER_ADMIN_PASSWORD',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'VAPI_WEBHOOK_SECRET',
  'RETELL_API_KEY',
  'VOICE_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'MUSTER_METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

/** Returns the first line of a file, as containers and service managers mount secrets. */
function readSecretFile(name: string, path: string): string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ConfigError(`${name} names a file that cannot be read: ${(error as Error).message}`)
  }
  const secret = text.replace(/\r?\n$/, '')
  if (secret === '' || /[\r\n]/.test(secret))
    throw new ConfigError(`${name} must name a file of one line: ${path}`)
  return secret
}

function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const filled = { ...env }
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new ConfigError(`Set ${name} or ${name}_FILE, not both`)
    filled[name] = readSecretFile(`${name}_FILE`, path)
  }
  return filled
}

/** Reads the settings. Nothing else reads the environment. */
export function readConfig(given: NodeJS.ProcessEnv = process.env): Config {
  const env = withSecretFiles(given)
  const port = readPort(env.PORT)
  const host = env.HOST || '127.0.0.1'
  const databaseUrl = env.DATABASE_URL || null
  return {
    host,
    port,
    databaseUrl,
    databaseDirectUrl: env.DATABASE_DIRECT_URL || null,
    databaseOwnerUrl: readOwnerUrl(env),
    databaseReplicaUrl: env.DATABASE_REPLICA_URL || null,
    replicaLagSeconds: Number(env.MUSTER_REPLICA_LAG_SECONDS) || 10,
    dataDir: resolve(env.MUSTER_DATA_DIR || './data'),
    publicUrl: env.MUSTER_PUBLIC_URL || `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    adminEmail: (env.MUSTER_ADMIN_EMAIL || 'admin@example.com').trim().toLowerCase(),
    adminPassword: env.MUSTER_ADMIN_PASSWORD || null,
    sample: env.MUSTER_SAMPLE ? env.MUSTER_SAMPLE !== '0' : databaseUrl === null,
    smtpUrl: env.SMTP_URL || null,
    voiceSecrets: readVoiceSecrets(env),
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY || null,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET || null,
      apiUrl: null,
    },
    process: readProcess(env.MUSTER_PROCESS),
    requireSecondFactor: readRequireSecondFactor(env.MUSTER_REQUIRE_SECOND_FACTOR),
    trustProxy: readTrustedProxies(env.MUSTER_TRUST_PROXY),
    poolSize: Number(env.MUSTER_POOL_SIZE) || 20,
    preparedStatements: env.MUSTER_PREPARED_STATEMENTS !== '0',
    drainSeconds: readDrain(env.MUSTER_DRAIN_SECONDS),
    publicCallsPerMinute: Number(env.MUSTER_PUBLIC_CALLS_PER_MINUTE) || 1200,
    keyCallsPerMinute: Number(env.MUSTER_KEY_CALLS_PER_MINUTE) || 600,
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
    slowQueryMs: Number(env.MUSTER_SLOW_QUERY_MS) || 1_000,
    metricsPort: env.MUSTER_METRICS_PORT ? readPort(env.MUSTER_METRICS_PORT, 'MUSTER_METRICS_PORT') : null,
    metricsHost: env.MUSTER_METRICS_HOST || '127.0.0.1',
    metricsToken: env.MUSTER_METRICS_TOKEN || null,
    traces: readTraces(env),
  }
}
