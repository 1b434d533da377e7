import { t } from '#texts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../services.ts'
import type { Actor } from './actor.ts'

const windowMs = 60_000
const mostStored = 10_000

type Windows = Map<string, { calls: number; until: number }>

const windowsOf = new WeakMap<Services, Windows>()

export interface CallBudget {
  most: number
  left: number
  /** Until all of them are allowed again. */
  seconds: number
  /** Whether this is the first call of its minute. */
  isFirst: boolean
}

/** The person whose calls and streams are counted: who impersonates somebody uses up their own. */
export function personOf({ userId, impersonation }: Actor): string {
  return impersonation?.by.id ?? userId
}

/** Drops windows that are over; where all are open the oldest, so that no other count is lost. */
function makeRoom(windows: Windows, now: number): void {
  if (windows.size < mostStored) return
  for (const [key, { until }] of windows) if (until <= now) windows.delete(key)
  if (windows.size >= mostStored) windows.delete(windows.keys().next().value!)
}

/**
 * Counts the calls of each person and each API key on this node: neither a script that runs wild nor a page that
 * reloads without end may slow down others.
 * @throws RATE_LIMITED
 */
export function countCall(services: Services, actor: Actor): CallBudget {
  const { keyCallsPerMinute, personCallsPerMinute } = services.config
  const most = actor.apiKeyId ? keyCallsPerMinute : personCallsPerMinute
  const key = actor.apiKeyId ?? personOf(actor)
  const windows: Windows = windowsOf.get(services) ?? new Map()
  windowsOf.set(services, windows)
  const now = performance.now()
  let window = windows.get(key)
  if (!window || window.until <= now) {
    windows.delete(key)
    makeRoom(windows, now)
    window = { calls: 0, until: now + windowMs }
    windows.set(key, window)
  }
  window.calls += 1
  const seconds = Math.ceil((window.until - now) / 1000)
  if (window.calls > most)
    throw new AppError(
      'RATE_LIMITED',
      actor.apiKeyId
        ? t`This API key calls too often. Try again in a minute.`
        : t`You made more than ${most} requests within a minute. Try again in a minute.`,
      { retryAfterSeconds: seconds },
    )
  return { most, left: most - window.calls, seconds, isFirst: window.calls === 1 }
}
