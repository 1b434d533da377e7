export interface ReadAhead {
  add(id: number): void
  /** Tells whether an announced event has been read already. */
  isRepeat(id: number): boolean
}

/**
 * Tracks events read from the table before their announcement, which is then a repeat. Announcements come in commit
 * order: after one newer than everything read, no repeat can follow.
 */
export function createReadAhead(): ReadAhead {
  const ids = new Set<number>()
  let highest = 0
  return {
    add(id) {
      ids.add(id)
      highest = Math.max(highest, id)
    },
    isRepeat(id) {
      if (ids.has(id)) return true
      if (id > highest) ids.clear()
      return false
    },
  }
}
