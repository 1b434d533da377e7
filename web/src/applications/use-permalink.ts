import { useEffect, useRef } from 'react'
import type { Pages } from '../api/pages.ts'
import type { ActivityLog } from './activity-words.ts'

/**
 * Reads the timeline on until the entry the address leads to is there, then brings it into view once.
 * `isMissing`: everything was read and it is not among it.
 */
export function usePermalink(entry: string | undefined, pages: Pages<ActivityLog>) {
  const { rows, hasMore, more, isPending, isOutdated, moreFailed } = pages
  const found = entry !== undefined && rows.some(({ id }) => id === entry)
  const element = useRef<HTMLLIElement>(null)
  const shown = useRef<string>(undefined)

  useEffect(() => {
    if (entry && !found && hasMore && !isPending && !isOutdated && !moreFailed) more()
  })
  useEffect(() => {
    if (!found || shown.current === entry) return
    shown.current = entry
    element.current?.scrollIntoView({ block: 'center' })
    element.current?.focus({ preventScroll: true })
  }, [entry, found])

  return { element, isMissing: entry !== undefined && !found && !hasMore && !isPending && !isOutdated }
}
