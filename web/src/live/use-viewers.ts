import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { type presenceSubjects, startViewing, stopViewing } from '@muster/contract/presence.ts'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { isImpersonating, readTokens, readUser } from '../session/stored-session.ts'
import { newKey } from '../ui/new-key.ts'
import { onLiveEvent } from './live-events.ts'

/** The records whose viewers are shown. */
export interface ViewedRecord {
  type: (typeof presenceSubjects)[number]
  id: string
}

type Viewer = ResponseOf<typeof startViewing>['others'][number]

/** In the format of an id. */
function newVisitId(): string {
  return newKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const retryDelay = 15_000

/** `keepalive`, so that it is sent while the page closes. */
function leave(visitId: string) {
  const { accessToken, tokenType } = readTokens()
  if (!accessToken) return
  const path = stopViewing.path.replace('{visitId}', visitId)
  fetch(`/api/v1${path}`, {
    method: 'DELETE',
    headers: { Authorization: `${tokenType} ${accessToken}` },
    keepalive: true,
    // The server drops visits without heartbeats.
  }).catch(() => undefined)
}

/**
 * Reports that the user is viewing the subject while the page is visible, and receives the other viewers.
 * Returns a function that stops it.
 */
function reportViewing(subject: ViewedRecord, onOthers: (others: readonly Viewer[]) => void): () => void {
  const visitId = newVisitId()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  /** Whether the server knows of the visit, so that it must be ended. */
  let known = false
  let underWay: Promise<void> = Promise.resolve()

  async function beat() {
    clearTimeout(timer)
    if (stopped || document.visibilityState === 'hidden') return
    let pause = retryDelay
    try {
      const body = { visitId, subjectType: subject.type, subjectId: subject.id }
      const { others, heartbeatSeconds } = await call(startViewing, { body })
      known = true
      pause = heartbeatSeconds * 1000
      if (!stopped) onOthers(others)
    } catch {
      // Offline, or deleted: the screen itself reports that.
    }
    if (!stopped) timer = setTimeout(beatNow, pause)
  }
  function beatNow() {
    underWay = underWay.then(beat)
  }
  function away() {
    clearTimeout(timer)
    if (known) leave(visitId)
    known = false
  }
  function onVisibility() {
    if (document.visibilityState === 'hidden') away()
    else beatNow()
  }

  const stopListening = onLiveEvent((event) => {
    if (event.kind !== 'presence-changed' || event.subjectId !== subject.id) return
    if (event.actorId !== readUser()?.id) beatNow()
  })
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', away)
  beatNow()
  return () => {
    stopped = true
    stopListening()
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', away)
    // A pending heartbeat would restart the visit.
    void underWay.then(away)
  }
}

const nobody: readonly Viewer[] = []

/** Returns the other current viewers of the subject. */
export function useViewers({ type, id }: ViewedRecord): readonly Viewer[] {
  const [others, setOthers] = useState(nobody)
  useEffect(() => {
    // During an impersonation, the administrator must not appear as the user.
    if (isImpersonating()) return
    const stop = reportViewing({ type, id }, setOthers)
    return () => {
      stop()
      setOthers(nobody)
    }
  }, [type, id])
  return others
}
