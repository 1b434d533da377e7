import { t } from '#texts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../services.ts'

const windowMs = 60_000
const mostRemembered = 10_000

type Windows = Map<string, { calls: number; until: number }>

const windowsOf = new WeakMap<Services, Windows>()

/**
 * Counts the calls of each API key on this node: a program that runs wild must not slow down people.
 * @returns whether this is the first of its minute
 * @throws RATE_LIMITED
 */
export function countKeyCall(services: Services, keyId: string): boolean {
  let windows = windowsOf.get(services)
  if (!windows) {
    windows = new Map()
    windowsOf.set(services, windows)
  }
  const now = performance.now()
  let window = windows.get(keyId)
  if (!window || window.until <= now) {
    if (windows.size >= mostRemembered) windows.clear()
    window = { calls: 0, until: now + windowMs }
    windows.set(keyId, window)
  }
  window.calls += 1
  if (window.calls > services.config.keyCallsPerMinute)
    throw new AppError('RATE_LIMITED', t`This API key calls too often. Try again in a minute.`, {
      retryAfterSeconds: Math.ceil((window.until - now) / 1000),
    })
  return window.calls === 1
}
