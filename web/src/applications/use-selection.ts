import { useState } from 'react'
import type { ApplicationRow } from './queries.ts'

/** The most that one action takes. */
export const mostSelected = 1000

/** The rows ticked, and the one from which a range goes. */
export function useSelection(rows: readonly ApplicationRow[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string | null>(null)
  // Rows that left the list are not acted on.
  const selected = rows.filter((row) => ticked.has(row.id)).slice(0, mostSelected)

  function toggle(id: string, range = false) {
    const from = rows.findIndex((row) => row.id === anchor)
    const to = rows.findIndex((row) => row.id === id)
    const next = new Set(ticked)
    if (range && from !== -1 && to !== -1) {
      const ids = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
      for (const each of ids) next.add(each)
    } else if (!next.delete(id)) next.add(id)
    setTicked(next)
    setAnchor(id)
  }

  return {
    selected,
    ids: ticked,
    toggle,
    /** Ticks all rows at hand or, when they are, none. */
    toggleAll: () => {
      const all = rows.every((row) => ticked.has(row.id))
      setTicked(new Set(all ? [] : rows.slice(0, mostSelected).map((row) => row.id)))
    },
    set: (ids: readonly string[]) => setTicked(new Set(ids)),
    clear: () => {
      setTicked(new Set())
      setAnchor(null)
    },
  }
}
