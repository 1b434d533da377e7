import { plural, t } from '#texts'
import { AppError } from '../app-error.ts'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'

const windowMs = 60_000
const maxWindows = 10_000

type Windows = Map<string, { calls: number; until: number }>

const windowsOf = new WeakMap<Services, Windows>()

export interface CallBudget {
  most: number
  /** Negative once the budget is spent. */
  left: number
  /** Until all calls are allowed again. */
  seconds: number
  /** Whether this is the first call of its minute. */
  isFirst: boolean
}

/** Returns the user whose calls and streams are counted: during impersonation, the superadmin. */
export function countedUser({ userId, impersonation }: Actor): string {
  return impersonation?.by.id ?? userId
}

/** Drops expired windows, or the oldest if all are open, so that no other count is lost. */
function dropWindows(windows: Windows, now: number): void {
  if (windows.size < maxWindows) return
  for (const [key, { until }] of windows) if (until <= now) windows.delete(key)
  if (windows.size >= maxWindows) windows.delete(windows.keys().next().value!)
}

/**
 * Counts the calls of each user and each API key on this node, so that a runaway script or a page that reloads
 * endlessly does not slow down others.
 */
export function countCall(services: Services, actor: Actor): CallBudget {
  const { keyCallsPerMinute, personCallsPerMinute } = services.config
  const most = actor.apiKeyId ? keyCallsPerMinute : personCallsPerMinute
  const key = actor.apiKeyId ?? countedUser(actor)
  const windows: Windows = windowsOf.get(services) ?? new Map()
  windowsOf.set(services, windows)
  const now = performance.now()
  let window = windows.get(key)
  if (!window || window.until <= now) {
    windows.delete(key)
    dropWindows(windows, now)
    window = { calls: 0, until: now + windowMs }
    windows.set(key, window)
  }
  window.calls += 1
  const seconds = Math.ceil((window.until - now) / 1000)
  return { most, left: most - window.calls, seconds, isFirst: window.calls === 1 }
}

/**
 * Refuses a call beyond the budget.
 * @throws RATE_LIMITED
 */
export function assertCallsLeft({ most, left, seconds }: CallBudget, actor: Actor): void {
  if (left >= 0) return
  throw new AppError(
    'RATE_LIMITED',
    actor.apiKeyId
      ? t`This API key has reached its rate limit. Try again in a minute.`
      : t`You sent more than ${plural(most, { one: '# request', other: '# requests' })} within a minute. Try again in a minute.`,
    { retryAfterSeconds: seconds },
  )
}
