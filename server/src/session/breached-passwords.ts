import { createHash } from 'node:crypto'
import type { Services } from '../services.ts'

const answersWithinMs = 2_000
const prefixLength = 5

/**
 * Tells whether a password is known from a breach, by the configured service with the range API of Have I Been Pwned:
 * it receives five characters of the SHA-1, not the password. A failing service blocks no new password: the bundled
 * lists have been checked by then.
 */
export async function isBreached(
  { config, telemetry }: Pick<Services, 'config' | 'telemetry'>,
  password: string,
): Promise<boolean> {
  if (config.breachedPasswordsUrl === null) return false
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const response = await fetch(new URL(hash.slice(0, prefixLength), config.breachedPasswordsUrl), {
      headers: { 'add-padding': 'true', 'user-agent': 'Muster' },
      signal: AbortSignal.timeout(answersWithinMs),
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    const lines = (await response.text()).split(/\r?\n/)
    // Padding has a count of 0.
    return lines.some((line) => {
      const [suffix, count] = line.split(':')
      return suffix === hash.slice(prefixLength) && Number(count) > 0
    })
  } catch (error) {
    telemetry.log.warn({ err: error }, 'a new password could not be checked against breached ones')
    return false
  }
}
