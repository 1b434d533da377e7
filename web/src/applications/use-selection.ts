import type { selectApplications } from '@muster/contract/application-selection.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { useState } from 'react'
import type { ApplicationRow } from './queries.ts'
import { type Selected, selectedMatches, selectedRows } from './selected.ts'

type Matches = ResponseOf<typeof selectApplications>

interface Ticks {
  listKey: string
  ids: ReadonlySet<string>
  /** What the server said of all that match, when all were ticked. */
  matches: Matches | null
}

/** The ticks of the list last left, for when one comes back to it. */
let left: Ticks | null = null

const none: ReadonlySet<string> = new Set()

/** The rows ticked, and the one from which a range goes. */
export function useSelection(rows: readonly ApplicationRow[], listKey: string) {
  const [ticks, setTicks] = useState<Ticks>(() =>
    left?.listKey === listKey ? left : { listKey, ids: none, matches: null },
  )
  const [anchor, setAnchor] = useState<string | null>(null)
  // Of another filter all that matched are others; the rows ticked there stay ticked where they are seen.
  const matches = ticks.listKey === listKey ? ticks.matches : null
  const { ids } = ticks
  // Rows that left the list are not acted on.
  const selected: Selected = matches
    ? selectedMatches(matches, ids, rows)
    : selectedRows(rows.filter((row) => ids.has(row.id)))

  function set(next: ReadonlySet<string>, all: Matches | null = matches) {
    left = { listKey, ids: next, matches: next.size > 0 ? all : null }
    setTicks(left)
  }
  function toggle(id: string, range = false) {
    const from = rows.findIndex((row) => row.id === anchor)
    const to = rows.findIndex((row) => row.id === id)
    const next = new Set(ids)
    if (range && from !== -1 && to !== -1) {
      const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1)
      for (const row of between) next.add(row.id)
    } else if (!next.delete(id)) next.add(id)
    set(next)
    setAnchor(id)
  }

  return {
    selected,
    ids,
    /** Whether all that match are ticked, also those not read yet. */
    isEverything: matches !== null,
    toggle,
    /** Ticks all rows at hand or, when they are, none. */
    toggleAll: () =>
      set(rows.every((row) => ids.has(row.id)) ? none : new Set(rows.map((row) => row.id)), null),
    selectMatches: (answer: Matches) => set(new Set(answer.applicationIds), answer),
    clear: () => {
      set(none, null)
      setAnchor(null)
    },
  }
}
