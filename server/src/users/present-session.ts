import type { userSession } from '@muster/contract/user-sessions.ts'
import bowser from 'bowser'
import type { z } from 'zod'

type Device = z.input<typeof userSession>['device']

const kinds: Record<string, Device['kind']> = { desktop: 'computer', mobile: 'phone', tablet: 'tablet' }

/** The client may send anything; the result is only displayed. */
export function parseDevice(userAgent: string | null): Device {
  const nothing: Device = { kind: 'unknown', browser: null, system: null }
  if (!userAgent) return nothing
  const { browser, os, platform } = bowser.parse(userAgent)
  const major = browser.version?.split('.')[0]
  return {
    kind: kinds[platform.type ?? ''] ?? 'unknown',
    browser: browser.name ? [browser.name, major].filter(Boolean).join(' ') : null,
    system: os.name ?? null,
  }
}
