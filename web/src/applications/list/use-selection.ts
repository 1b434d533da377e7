import type { selectApplications } from '@muster/contract/application-selection.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { useState } from 'react'
import type { ApplicationRow } from '../queries.ts'
import { type Selected, selectedMatches, selectedRows } from './selected.ts'

type Matches = ResponseOf<typeof selectApplications>

interface Ticks {
  listKey: string
  ids: ReadonlySet<string>
  /** The server's answer when everything that matches was selected. */
  matches: Matches | null
}

/** The selection of the list that was last left, restored when the user returns to it. */
let left: Ticks | null = null

const none: ReadonlySet<string> = new Set()

/** The selected rows, and the anchor of a range. */
export function useSelection(rows: readonly ApplicationRow[], listKey: string) {
  const [ticks, setTicks] = useState<Ticks>(() =>
    left?.listKey === listKey ? left : { listKey, ids: none, matches: null },
  )
  const [anchor, setAnchor] = useState<string | null>(null)
  // With another filter the matches differ; the selected rows stay selected where they are visible.
  const matches = ticks.listKey === listKey ? ticks.matches : null
  const { ids } = ticks
  // Actions skip rows that left the list.
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
    /** Whether everything that matches is selected, including rows that are not loaded. */
    isEverything: matches !== null,
    toggle,
    add: (...more: string[]) => {
      set(new Set([...ids, ...more]))
      setAnchor(more.at(-1) ?? null)
    },
    /** Selects all loaded rows or, if they are selected already, none. */
    toggleAll: () =>
      set(rows.every((row) => ids.has(row.id)) ? none : new Set(rows.map((row) => row.id)), null),
    selectMatches: (answer: Matches) => set(new Set(answer.applicationIds), answer),
    clear: () => {
      set(none, null)
      setAnchor(null)
    },
  }
}
