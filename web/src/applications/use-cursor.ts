import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** Where the cursor stood in each list, for when one comes back to it. */
const left = new Map<string, string>()

interface Cursor {
  id: string
  /** Where it stood: what comes up in its place when the row leaves the list. */
  index: number
}

/**
 * The row the keyboard is on. It stays with its row while that is in the list; when the row leaves, it is on the
 * one that came up in its place.
 */
export function useCursor<Row extends { id: string }>(
  rows: readonly Row[],
  listKey: string,
  peek?: string | undefined,
) {
  const [kept, setKept] = useState<Cursor | null>(null)
  const [keptFor, setKeptFor] = useState<string | null>(null)
  const start = peek ?? left.get(listKey)
  let cursor = keptFor === listKey ? kept : null
  if (keptFor !== listKey && rows.length > 0) {
    const index = rows.findIndex((row) => row.id === start)
    cursor = index === -1 ? null : { id: rows[index]!.id, index }
    setKeptFor(listKey)
    setKept(cursor)
  }
  const found = cursor ? rows.findIndex((row) => row.id === cursor.id) : -1
  const index = found !== -1 ? found : cursor ? Math.min(cursor.index, rows.length - 1) : -1
  const row = rows[index]
  if (row && cursor && (row.id !== cursor.id || index !== cursor.index)) setKept({ id: row.id, index })

  const keep = useDebouncedCallback((id: string) => left.set(listKey, id), 100)
  function moveTo(next: number): Row | undefined {
    const target = rows[Math.max(0, Math.min(next, rows.length - 1))]
    if (!target) return
    setKept({ id: target.id, index: rows.indexOf(target) })
    keep(target.id)
    return target
  }

  return {
    row,
    index,
    moveTo,
    clear: () => {
      setKept(null)
      left.delete(listKey)
    },
  }
}
