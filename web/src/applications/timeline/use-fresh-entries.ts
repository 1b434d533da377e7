import { useState } from 'react'
import { useCurrentUser } from '../../session/session.ts'
import type { ActivityLog } from './activity-text.ts'

interface Seen {
  /** The list's key: another application or filter starts over. */
  list: string
  ids: ReadonlySet<string>
  fresh: ReadonlySet<string>
  /** The newest entry. */
  latest: ActivityLog | null
}

/**
 * Returns the entries that colleagues added while the timeline was shown. The user's own entries and older
 * ones that load on scroll do not count.
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
