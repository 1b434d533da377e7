import { useState } from 'react'
import { useCurrentUser } from '../session/session.ts'
import type { ActivityLog } from './activity-words.ts'

interface Seen {
  /** What is listed: another application or filter starts anew. */
  list: string
  ids: ReadonlySet<string>
  fresh: ReadonlySet<string>
  /** The newest of them. */
  latest: ActivityLog | null
}

/**
 * The entries colleagues added while the timeline was shown: newer than what was there first. What one did oneself
 * one knows, and what is read on is old.
 */
export function useFreshEntries(list: string, rows: readonly ActivityLog[], ready: boolean): Seen {
  const { id: me } = useCurrentUser()
  const [seen, setSeen] = useState<Seen | null>(null)
  const none = { list, ids: new Set<string>(), fresh: new Set<string>(), latest: null }
  if (!ready) return seen?.list === list ? seen : none
  if (seen?.list === list && rows.every(({ id }) => seen.ids.has(id))) return seen

  const before = seen?.list === list ? seen : null
  const newestBefore = rows.findIndex(({ id }) => before?.ids.has(id))
  const added = before && newestBefore > 0 ? rows.slice(0, newestBefore) : []
  const theirs = added.filter(({ actor }) => actor.id !== me)
  const next = {
    list,
    ids: new Set([...(before?.ids ?? []), ...rows.map(({ id }) => id)]),
    fresh: new Set([...(before?.fresh ?? []), ...theirs.map(({ id }) => id)]),
    latest: theirs[0] ?? before?.latest ?? null,
  }
  setSeen(next)
  return next
}
