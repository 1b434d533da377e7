import { useEffect, useState } from 'react'

/** Returns the current time, updated every second. */
export function useSeconds(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/**
 * Returns how many seconds ago a moment of the server was, by the clock of this device. `at` is the time of the server when
 * it answered, and `receivedAt` that of the device.
 */
export function secondsSince(
  since: string,
  now: number,
  answered: { at: string; receivedAt: number },
): number {
  const serverNow = Date.parse(answered.at) + (now - answered.receivedAt)
  return Math.max(0, Math.floor((serverNow - Date.parse(since)) / 1000))
}
