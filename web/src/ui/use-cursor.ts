import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** The last cursor of each list, restored when the user returns to it. */
const left = new Map<string, string>()

interface Cursor {
  id: string
  /** Its index: when the row leaves the list, the cursor moves to the row that takes its place. */
  index: number
}

/**
 * Returns the row with the keyboard cursor. It stays with its row; when the row leaves the list, it moves to
 * the one that takes its place.
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

  const keep = useDebouncedCallback((id: string) => left.set(listKey, id), {
    delay: 100,
    flushOnUnmount: true,
  })
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
      keep.cancel()
      left.delete(listKey)
    },
  }
}
