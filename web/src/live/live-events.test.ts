import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Received } from './live-events.ts'

async function load() {
  return {
    ...(await import('../api/query.ts')),
    ...(await import('./live-events.ts')),
    ...(await import('./refresh-on-events.ts')),
  }
}

let modules: Awaited<ReturnType<typeof load>>

beforeEach(async () => {
  // They collect names until a timer runs, which another test may have started.
  vi.resetModules()
  modules = await load()
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const notified = { kind: 'notified', userId: 'ana', actorId: null } as const

describe('a live event', () => {
  it('without an id keeps the position of the last one that had one', () => {
    const { lastEventId, receive } = modules
    receive({ event: notified, id: '41' })
    receive({ event: notified, id: '' })
    expect(lastEventId()).toBe('41')
  })

  it('reaches nobody who has stopped listening', () => {
    const { onLiveEvent, receive } = modules
    const heard: string[] = []
    const end = onLiveEvent(({ kind }) => heard.push(kind))
    receive({ event: notified, id: '42' })
    end()
    receive({ event: notified, id: '43' })
    expect(heard).toEqual(['notified'])
  })
})

/** Returns which of some lists are out of date a while after an event. */
function outdated(event: Received['event'], seconds: number): string[] {
  const { queryClient, receive, refreshOnEvents } = modules
  queryClient.clear()
  const names = ['listPositions', 'getHiringSummary', 'listCandidates', 'listNotifications', 'listGoals']
  for (const name of names) queryClient.setQueryData([name, {}], {})
  const stop = refreshOnEvents()
  receive({ event, id: '1' })
  vi.advanceTimersByTime(seconds * 1000)
  stop()
  return names.filter((name) => queryClient.getQueryState([name, {}])?.isInvalidated)
}

describe('what is on screen', () => {
  it('is read again within a second of a change, with the reports that count it', () => {
    const event: Received['event'] = { kind: 'positions-changed', positionIds: ['a'], actorId: null }
    expect(outdated(event, 11)).toEqual(['listPositions', 'getHiringSummary', 'listGoals'])
  })

  it('is left alone by a change of something else, as are reports that do not count it', () => {
    expect(outdated(notified, 11)).toEqual(['listNotifications'])
    const event: Received['event'] = { kind: 'candidates-changed', candidateIds: ['a'], actorId: null }
    expect(outdated(event, 11)).toEqual(['listCandidates'])
  })
})
