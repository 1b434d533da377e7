export interface ReadAhead {
  add(id: number): void
  /** Whether an event that is announced now has been read already. */
  isRepeat(id: number): boolean
}

/**
 * Remembers events read from the table ahead of their announcement, which then comes as a repeat. Announcements come
 * in the order of the commits: with one newer than all that was read, no repeat can follow.
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
