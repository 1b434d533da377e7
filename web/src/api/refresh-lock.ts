const name = 'muster_refresh'
/**
 * Longer than a refresh usually takes; a tab that crashed meanwhile blocks the others no longer than this.
 */
const heldMs = 12_000
/** After this, a write by another tab at the same moment is visible, also on a busy machine. */
const settleMs = 200

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

interface Holder {
  by: string
  until: number
}

function readHolder(): Holder | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

async function takeStoredLock(by: string): Promise<void> {
  for (;;) {
    const holder = readHolder()
    const now = Date.now()
    // A holder far in the future was written before the clock was set back.
    if (!holder || holder.until < now || holder.until > now + heldMs) {
      localStorage.setItem(name, JSON.stringify({ by, until: now + heldMs }))
      await pause(settleMs)
      if (readHolder()?.by === by) return
    }
    await pause(settleMs)
  }
}

/** Locks through localStorage, which all tabs share: the last to write its name holds the lock. */
async function underStoredLock(task: () => Promise<void>): Promise<void> {
  const by = `${Date.now()}.${Math.random()}`
  const release = () => {
    if (readHolder()?.by === by) localStorage.removeItem(name)
  }
  // A page that is left or loaded again does not come to the end below.
  addEventListener('pagehide', release)
  try {
    await takeStoredLock(by)
    await task()
  } finally {
    removeEventListener('pagehide', release)
    release()
  }
}

/**
 * Runs a refresh while no other tab does: the server ends the session when a refresh token is sent again
 * after its successor was used. Web Locks exist in secure contexts only.
 */
export function underRefreshLock(task: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(name, task) : underStoredLock(task)
}
