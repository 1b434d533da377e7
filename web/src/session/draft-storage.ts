/** Drafts may hold contact data, so they expire after a day without changes. */
const lifetimeMs = 24 * 60 * 60 * 1000
const checkEveryMs = 60 * 60 * 1000
const prefix = 'draft '

interface Stored {
  storedAt: number
  value: unknown
}

function read(fullKey: string): Stored | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(fullKey) ?? 'null') as Partial<Stored> | null
    const age = Date.now() - (stored?.storedAt ?? Number.NaN)
    return age >= 0 && age < lifetimeMs ? (stored as Stored) : null
  } catch {
    return null
  }
}

/** Stores unsent input for this tab, until it is removed, expires, or the session ends. */
export function storeDraft(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify({ storedAt: Date.now(), value }))
  } catch {
    // Storage is full or disabled: the form still works.
  }
}

/** Returns a stored draft, or null. The caller knows its type. */
export function loadDraft<Value>(key: string): Value | null {
  return (read(prefix + key)?.value as Value | undefined) ?? null
}

export function removeDraft(key: string): void {
  sessionStorage.removeItem(prefix + key)
}

function removeExpiredDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && read(key) === null) sessionStorage.removeItem(key)
}

/** Removes expired drafts now and every hour. */
export function expireDrafts(signal: AbortSignal): void {
  removeExpiredDrafts()
  const timer = setInterval(removeExpiredDrafts, checkEveryMs)
  signal.addEventListener('abort', () => clearInterval(timer))
}
