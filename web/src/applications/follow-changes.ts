import type { LiveEvent } from '@muster/contract/events.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { onLiveEvent } from '../live/live-events.ts'
import { invalidateOtherLists, refetchList, refreshRows } from './list-cache.ts'
import type { ListQuery } from './list-query.ts'

/** In milliseconds. A busy workspace sends many events a second; they are batched. */
const pause = 1000
/** With more changes than this, the list offers to reload instead. */
const most = 400

const changed = new Set<string>()
let tooMany = false
/** An undo in this tab may bring rows back to the list. */
let mayReturn = false
let wake = (_soon: boolean) => {}
let following = false

function add(ids: readonly string[]) {
  for (const id of ids) {
    if (changed.size >= most) tooMany = true
    else changed.add(id)
  }
}

function receive(event: LiveEvent) {
  if (event.kind === 'activity-logged') add([event.applicationId])
  else if (event.kind === 'applications-changed' || event.kind === 'applications-moved') {
    add(event.applicationIds)
    if (event.applicationIds.length === 0) tooMany = true
  } else return
  wake(false)
}

/** Refreshes rows that were changed here, without waiting for the live event. */
export function applicationsChanged(ids: readonly string[], isUndo = false) {
  add(ids)
  mayReturn ||= isUndo
  wake(true)
}

/**
 * Keeps the loaded rows up to date in place, including changes from while the list was closed. `hasNewRows` is
 * true when rows match that are not loaded; inserting them would move the others.
 */
export function useFollowChanges(query: ListQuery): { hasNewRows: boolean; showNewRows: () => void } {
  const key = JSON.stringify(query)
  const [newRowsOf, setNewRowsOf] = useState<string | null>(null)

  const refresh = useEffectEvent(async () => {
    const ids = [...changed]
    const reload = mayReturn
    let hasMore = tooMany
    changed.clear()
    tooMany = false
    mayReturn = false
    invalidateOtherLists()
    try {
      hasMore = (await refreshRows(query, ids)) > 0 || hasMore
    } catch {
      // The next change retries; until then the list is a few seconds old.
      add(ids)
      return
    }
    if (hasMore && reload) await refetchList(query)
    else if (hasMore) setNewRowsOf(key)
  })

  useEffect(() => {
    if (!following) onLiveEvent(receive)
    following = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = (soon: boolean) => {
      if (soon) clearTimeout(timer)
      else if (timer !== undefined) return
      timer = setTimeout(
        () => {
          timer = undefined
          void refresh()
        },
        soon ? 0 : pause,
      )
    }
    wake = schedule
    if (changed.size > 0 || tooMany) schedule(true)
    return () => {
      clearTimeout(timer)
      wake = () => {}
    }
  }, [])

  return {
    hasNewRows: newRowsOf === key,
    showNewRows: () => {
      setNewRowsOf(null)
      void refetchList(query)
    },
  }
}
