import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

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

/** Returns the environment with the secrets that its `_FILE` settings name. */
export function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const filled = { ...env }
  for (const name of secretSettings) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name]) throw new ConfigError(`Set ${name} or ${name}_FILE, not both`)
    filled[name] = readSecretFile(`${name}_FILE`, path)
  }
  return filled
}
