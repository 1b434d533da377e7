import type { LiveEvent } from '@muster/contract/events.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { onLiveEvent } from '../live/live-events.ts'
import { outdateOtherLists, refetchList, refreshRows } from './list-cache.ts'
import type { ListQuery } from './list-query.ts'

/** A busy workspace tells of many changes a second; they are taken in together. */
const pause = 1000
/** Beyond this many the list is offered to be read anew instead. */
const most = 400

const changed = new Set<string>()
let tooMany = false
/** Rows that left the list may be back: somebody undid something here. */
let comesBack = false
let wake = (_soon: boolean) => {}
let following = false

function add(ids: readonly string[]) {
  for (const id of ids) {
    if (changed.size >= most) tooMany = true
    else changed.add(id)
  }
}

function hear(event: LiveEvent) {
  if (event.kind === 'activity-logged') add([event.applicationId])
  else if (event.kind === 'applications-changed' || event.kind === 'applications-moved') {
    add(event.applicationIds)
    if (event.applicationIds.length === 0) tooMany = true
  } else return
  wake(false)
}

/** Tells the list that these applications were changed here, without waiting for the live event to say so. */
export function changesMade(ids: readonly string[], mayComeBack = false) {
  add(ids)
  comesBack ||= mayComeBack
  wake(true)
}

/**
 * Keeps the rows at hand as they are on the server, each in its place, also through what happened while the list
 * was left. Answers whether there are rows to show that are not at hand, which would push the others away.
 */
export function useFollowChanges(query: ListQuery): { hasNews: boolean; showNews: () => void } {
  const key = JSON.stringify(query)
  const [newsOf, setNewsOf] = useState<string | null>(null)

  const takeIn = useEffectEvent(async () => {
    const ids = [...changed]
    const reload = comesBack
    let news = tooMany
    changed.clear()
    tooMany = false
    comesBack = false
    outdateOtherLists()
    try {
      news = (await refreshRows(query, ids)) > 0 || news
    } catch {
      // The next change tries again; what is shown is at worst some seconds old.
      add(ids)
      return
    }
    if (news && reload) await refetchList(query)
    else if (news) setNewsOf(key)
  })

  useEffect(() => {
    if (!following) onLiveEvent(hear)
    following = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedule = (soon: boolean) => {
      if (soon) clearTimeout(timer)
      else if (timer !== undefined) return
      timer = setTimeout(
        () => {
          timer = undefined
          void takeIn()
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
    hasNews: newsOf === key,
    showNews: () => {
      setNewsOf(null)
      void refetchList(query)
    },
  }
}
