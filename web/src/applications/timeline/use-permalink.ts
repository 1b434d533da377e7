import { useEffect, useRef } from 'react'
import type { Pages } from '../../api/pages.ts'
import type { ActivityLog } from './activity-text.ts'

/**
 * Loads the timeline until it has the linked entry, then scrolls to it once. `isMissing`: all pages are
 * loaded and none has it.
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
