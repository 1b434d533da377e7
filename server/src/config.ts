import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { S3Settings } from './files/s3-file-storage.ts'
import type { TrustedProxies } from './http/client-address.ts'
import { type ClientPatience, usualPatience } from './http/slow-clients.ts'
import { parseClamd } from './malware/clamd.ts'
import { type PortRange, readPortRanges, usualWebhookPorts } from './outgoing-webhooks/webhook-ports.ts'

interface StripeSettings {
  secretKey: string | null
  /** What Stripe signs its events with; without it none is taken. */
  webhookSecret: string | null
  /** Somewhere else than Stripe, for tests. */
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
  /** Unset: the embedded PostgreSQL below `dataDir`. */
  databaseUrl: string | null
  /** Past a pooler in front of the database, for what needs a connection to itself; else `databaseUrl`. */
  databaseDirectUrl: string | null
  /** As the role that owns the tables, to migrate; the server then needs no such rights. Unset: `databaseDirectUrl`. */
  databaseOwnerUrl: string | null
  /** A streaming replica for reports, and how far behind it may be. */
  databaseReplicaUrl: string | null
  replicaLagSeconds: number
  dataDir: string
  publicUrl: string
  adminEmail: string
  adminPassword: string | null
  /** Fill the first workspace with sample data. */
  sample: boolean
  smtpUrl: string | null
  /** What voice providers sign their reports with, unless a workspace has its own; without one none is taken. */
  voiceSecrets: Partial<Record<VoiceProvider, string>>
  /** Who takes payments; without a key, invoices are made by hand. */
  stripe: StripeSettings
  process: 'all' | 'web' | 'worker'
  /** Of whom the installation requires a second factor; null leaves it to each workspace. */
  requireSecondFactor: 'superadmins' | 'everyone' | null
  /** Proxies whose X-Forwarded-For counts; 0: none. */
  trustProxy: TrustedProxies
  poolSize: number
  /** How long `/ready` says 503 before the server closes: longer than a balancer needs to notice. */
  drainSeconds: number
  /** How often one network address may make each call that needs no sign-in, on each node. */
  publicCallsPerMinute: number
  /** How often one API key may call, on each node. */
  keyCallsPerMinute: number
  /** How many emails one person may cause to be sent to others: invitations and links. */
  senderMailsPerHour: number
  /** The same for all of a workspace together. */
  workspaceMailsPerDay: number
  /** How often one signed-in person may call, on each node. */
  personCallsPerMinute: number
  /** Event streams of one person, on each node. */
  streamsPerPerson: number
  /** How long reading one document may take. */
  documentSeconds: number
  /** What one workspace may store. */
  quotas: Quotas
  /** Lets outgoing webhooks go to http and to private networks; for tests and for receivers within the house. */
  privateWebhooks: boolean
  /** Where outgoing webhooks may be sent. */
  webhookPorts: readonly PortRange[]
  /** Hosts whose recordings of calls play in the browser; `*.` stands for any name below. */
  recordingHosts: readonly string[]
  /** Check every answer against its contract before it is sent; the tests do. */
  checkResponses: boolean
  /** Where files are kept; null: below `dataDir`. */
  s3: S3Settings | null
  /** Where passwords are looked up by the range API of Have I Been Pwned; null: nowhere. */
  breachedPasswordsUrl: string | null
  /** The address of clamd, which scans uploads; null: none are scanned. */
  clamd: string | null
  /** How long clients may take; only tests set it. */
  clientPatience: ClientPatience
  logLevel: string
  /** A statement that takes so long is written into the log. */
  slowQueryMs: number
  /** A port of its own for `/metrics`; null: none. */
  metricsPort: number | null
  metricsHost: string
  /** Who has it may read `/metrics` on the server's own port. */
  metricsToken: string | null
  /** Where traces go; null: none are taken. */
  traces: TraceSettings | null
}

export interface TraceSettings {
  url: string
  serviceName: string
  attributes: Record<string, string>
  /** Of the traces that begin here, the part that is taken. */
  ratio: number
  everyMs: number
  /** Sent along with them, as collectors take tokens. */
  headers: Record<string, string>
}

/** A setting that cannot be used, in one line for the person who starts the server. */
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

function readMailLimit(name: string, value: string | undefined, usual: number): number {
  const limit = Number(value || usual)
  // Each count is kept as the times of its emails.
  if (Number.isInteger(limit) && limit >= 1 && limit <= 10_000) return limit
  throw new ConfigError(`${name} must be 1 to 10000, not "${value}"`)
}

const mostHops = 10
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
  if (/^\d+$/.test(text) && Number(text) <= mostHops) return Number(text)
  const networks = text.split(',').map((network) => network.trim())
  if (networks.every(isNetwork)) return networks
  throw new ConfigError(
    `MUSTER_TRUST_PROXY must be a number of proxies (0 to ${mostHops}) or a list of addresses and networks such as 10.0.0.0/8,loopback, not "${value}"`,
  )
}

/** Where Twilio, Vapi and Retell keep recordings unless a customer gives them a bucket. */
const usualRecordingHosts = ['api.twilio.com', '*.vapi.ai', '*.retellai.com', 'dxc03zgurdly9.cloudfront.net']

function readRecordingHosts(value: string | undefined): readonly string[] {
  if (!value) return usualRecordingHosts
  const hosts = value.split(',').map((host) => host.trim().toLowerCase())
  if (hosts.every((host) => /^(\*\.)?([a-z\d-]+\.)+[a-z\d-]+(:\d{1,5})?$/.test(host))) return hosts
  throw new ConfigError(
    `MUSTER_RECORDING_HOSTS must be names of hosts such as storage.example.com,*.vapi.ai, not "${value}"`,
  )
}

function readWebhookPorts(value: string | undefined): readonly PortRange[] {
  if (!value) return usualWebhookPorts
  const ranges = readPortRanges(value)
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
function readCount(name: string, value: string | undefined, usual: number): number {
  const count = Number(value || usual)
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

/** OpenTelemetry's usual variables; its exporter reads what else is about the way there (timeout, compression). */
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

/** Each may be in a file instead, which the setting with `_FILE` added names. */
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

/** The first line of a file, as secrets are mounted by containers and service managers. */
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

/** Reads the settings; the only place that looks at the environment. */
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
    clientPatience: usualPatience,
    logLevel: readLogLevel(env.MUSTER_LOG_LEVEL),
    slowQueryMs: Number(env.MUSTER_SLOW_QUERY_MS) || 1_000,
    metricsPort: env.MUSTER_METRICS_PORT ? readPort(env.MUSTER_METRICS_PORT, 'MUSTER_METRICS_PORT') : null,
    metricsHost: env.MUSTER_METRICS_HOST || '127.0.0.1',
    metricsToken: env.MUSTER_METRICS_TOKEN || null,
    traces: readTraces(env),
  }
}
