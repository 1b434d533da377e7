import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { lookAt, lookAway, type presenceSubjects } from '@muster/contract/presence.ts'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { isImpersonating, readTokens, readUser } from '../session/stored-session.ts'
import { newKey } from '../ui/new-key.ts'
import { onLiveEvent } from './live-events.ts'

/** What people can be seen looking at. */
export interface Subject {
  type: (typeof presenceSubjects)[number]
  id: string
}

type Looker = ResponseOf<typeof lookAt>['others'][number]

/** In the form of an id. */
function newVisitId(): string {
  return newKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const tryAgainAfter = 15_000

/** Also while the page is being closed, when other calls are cut off. */
function leave(visitId: string) {
  const { accessToken, tokenType } = readTokens()
  if (!accessToken) return
  const path = lookAway.path.replace('{visitId}', visitId)
  fetch(`/api/v1${path}`, {
    method: 'DELETE',
    headers: { Authorization: `${tokenType} ${accessToken}` },
    keepalive: true,
    // Whoever cannot say so is forgotten after some heartbeats.
  }).catch(() => undefined)
}

/** Tells that one looks at the subject while the page is seen; hands over who else does. Answers how to stop. */
function look(subject: Subject, onOthers: (others: readonly Looker[]) => void): () => void {
  const visitId = newVisitId()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  /** Whether the server has been told, so that leaving means something. */
  let known = false
  let underWay: Promise<void> = Promise.resolve()

  async function beat() {
    clearTimeout(timer)
    if (stopped || document.visibilityState === 'hidden') return
    let pause = tryAgainAfter
    try {
      const body = { visitId, subjectType: subject.type, subjectId: subject.id }
      const { others, heartbeatSeconds } = await call(lookAt, { body })
      known = true
      pause = heartbeatSeconds * 1000
      if (!stopped) onOthers(others)
    } catch {
      // Offline, or gone: the screen itself tells of that.
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
    // A heartbeat still on its way would bring the visit back.
    void underWay.then(away)
  }
}

const nobody: readonly Looker[] = []

/** Who else looks at the subject right now. */
export function useLookers({ type, id }: Subject): readonly Looker[] {
  const [others, setOthers] = useState(nobody)
  useEffect(() => {
    // Whoever looks through somebody's eyes is not to be taken for them.
    if (isImpersonating()) return
    const stop = look({ type, id }, setOthers)
    return () => {
      stop()
      setOthers(nobody)
    }
  }, [type, id])
  return others
}
