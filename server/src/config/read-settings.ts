import { readdirSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { CallingProvider } from '@muster/contract/voice-campaigns.ts'
import type { VoiceProvider } from '@muster/contract/voice-webhooks.ts'
import type { S3Settings } from '../files/s3-file-storage.ts'
import type { TrustedProxies } from '../http/client-address.ts'
import { parseClamd } from '../malware/clamd.ts'
import { ConfigError } from './config-error.ts'
import { defaultWebhookPorts, type PortRange, parsePortRanges } from './webhook-ports.ts'

export interface Quotas {
  bytes: number
  files: number
  /** Files that were analyzed and not imported. */
  analyses: number
}

export function readPort(value: string | undefined, name = 'PORT'): number {
  const port = Number(value ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`${name} must be 0 to 65535, not "${value}"`)
  return port
}

export function readOwnerUrl(env: NodeJS.ProcessEnv): string | null {
  if (env.DATABASE_OWNER_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_OWNER_URL needs DATABASE_URL: the same database as the role that serves')
  return env.DATABASE_OWNER_URL || null
}

export function readProcess(value: string | undefined): 'all' | 'web' | 'worker' {
  if (value === undefined || value === '' || value === 'all') return 'all'
  if (value === 'web' || value === 'worker') return value
  throw new ConfigError(`MUSTER_PROCESS must be all, web or worker, not "${value}"`)
}

export function readRequireSecondFactor(value: string | undefined): 'superadmins' | 'everyone' | null {
  if (!value) return null
  if (value === 'superadmins' || value === 'everyone') return value
  throw new ConfigError(`MUSTER_REQUIRE_SECOND_FACTOR must be superadmins or everyone, not "${value}"`)
}

export function readS3(env: NodeJS.ProcessEnv): S3Settings | null {
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

/** Returns the font files of a folder, by name. */
export function readPdfFonts(folder: string | undefined): string[] {
  if (!folder) return []
  try {
    const names = readdirSync(folder).filter((name) => /\.(ttf|otf)$/i.test(name))
    return names.sort().map((name) => resolve(folder, name))
  } catch (error) {
    throw new ConfigError(
      `MUSTER_PDF_FONTS: the folder "${folder}" cannot be read (${(error as Error).message})`,
    )
  }
}

export function readDrain(value: string | undefined): number {
  const seconds = Number(value || 0)
  if (seconds >= 0 && seconds <= 5) return seconds
  throw new ConfigError(`MUSTER_DRAIN_SECONDS must be 0 to 5, not "${value}"`)
}

export function readMailLimit(name: string, value: string | undefined, fallback: number): number {
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

export function readTrustedProxies(value: string | undefined): TrustedProxies {
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

export function readRecordingHosts(value: string | undefined): readonly string[] {
  if (!value) return defaultRecordingHosts
  const hosts = value.split(',').map((host) => host.trim().toLowerCase())
  if (hosts.every((host) => /^(\*\.)?([a-z\d-]+\.)+[a-z\d-]+(:\d{1,5})?$/.test(host))) return hosts
  throw new ConfigError(
    `MUSTER_RECORDING_HOSTS must be names of hosts such as storage.example.com,*.vapi.ai, not "${value}"`,
  )
}

export function readWebhookPorts(value: string | undefined): readonly PortRange[] {
  if (!value) return defaultWebhookPorts
  const ranges = parsePortRanges(value)
  if (ranges) return ranges
  throw new ConfigError(`MUSTER_WEBHOOK_PORTS must be ports such as 80,443,8000-9999, not "${value}"`)
}

export function readVoiceSecrets(env: NodeJS.ProcessEnv): Partial<Record<VoiceProvider, string>> {
  return {
    ...(env.TWILIO_AUTH_TOKEN ? { twilio: env.TWILIO_AUTH_TOKEN } : {}),
    ...(env.VAPI_WEBHOOK_SECRET ? { vapi: env.VAPI_WEBHOOK_SECRET } : {}),
    ...(env.RETELL_API_KEY ? { retell: env.RETELL_API_KEY } : {}),
    ...(env.VOICE_WEBHOOK_SECRET ? { generic: env.VOICE_WEBHOOK_SECRET } : {}),
  }
}

function readApiUrl(name: string, value: string | undefined, usual: string): string {
  const url = value || usual
  if (/^https?:\/\/[^\s?#]+$/.test(url)) return url.replace(/\/$/, '')
  throw new ConfigError(`${name} must be a URL such as ${usual}, not "${url}"`)
}

/** Returns the URLs of the providers' APIs. Providers have others for some regions. */
export function readVoiceApiUrls(env: NodeJS.ProcessEnv): Record<CallingProvider, string> {
  return {
    twilio: readApiUrl('MUSTER_TWILIO_API_URL', env.MUSTER_TWILIO_API_URL, 'https://api.twilio.com'),
    vapi: readApiUrl('MUSTER_VAPI_API_URL', env.MUSTER_VAPI_API_URL, 'https://api.vapi.ai'),
    retell: readApiUrl('MUSTER_RETELL_API_URL', env.MUSTER_RETELL_API_URL, 'https://api.retellai.com'),
  }
}

/** A whole number of at least 1. */
export function readCount(name: string, value: string | undefined, fallback: number): number {
  const count = Number(value || fallback)
  if (Number.isSafeInteger(count) && count >= 1) return count
  throw new ConfigError(`${name} must be a whole number of at least 1, not "${value}"`)
}

export function readQuotas(env: NodeJS.ProcessEnv): Quotas {
  return {
    bytes: readCount('MUSTER_WORKSPACE_STORAGE_MB', env.MUSTER_WORKSPACE_STORAGE_MB, 100 * 1024) * 2 ** 20,
    files: readCount('MUSTER_WORKSPACE_FILES', env.MUSTER_WORKSPACE_FILES, 1_000_000),
    analyses: readCount('MUSTER_WORKSPACE_ANALYSES', env.MUSTER_WORKSPACE_ANALYSES, 50),
  }
}

export function readBreachedPasswordsUrl(value: string | undefined): string | null {
  if (!value) return null
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new ConfigError(`MUSTER_BREACHED_PASSWORDS_URL must be an http or https address, not "${value}"`)
  return value.endsWith('/') ? value : `${value}/`
}

export function readClamd(address: string | undefined): string | null {
  if (!address) return null
  if (parseClamd(address)) return address
  throw new ConfigError(`MUSTER_CLAMD must be host:port or the path of a unix socket, not "${address}"`)
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function readLogLevel(value: string | undefined): string {
  const level = value || 'warn'
  if (logLevels.includes(level)) return level
  throw new ConfigError(`MUSTER_LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}"`)
}
