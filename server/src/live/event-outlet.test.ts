import type { ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import type { LiveEvent } from '@muster/contract/events.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { createOutlet, type EventScope } from './event-outlet.ts'

type Narrow = (events: readonly LiveEvent[]) => Promise<(LiveEvent | null)[]>

const moved: LiveEvent = {
  kind: 'applications-changed',
  applicationIds: ['a'],
  positionIds: [],
  actorId: null,
}
const notified: LiveEvent = { kind: 'notified', userId: 'ana', actorId: null }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Opens the outlet of a reader who sees what `narrow` leaves of the events. */
function open(narrow: Narrow | null) {
  const response = new PassThrough()
  const scope: EventScope = () => narrow && ((_, events) => narrow(events))
  const outlet = createOutlet(response as unknown as ServerResponse, {} as Actor, {} as Services, scope)
  return {
    outlet,
    response,
    /** The ids and kinds that were written. */
    written: () =>
      String(response.read() ?? '')
        .split('\n\n')
        .filter(Boolean)
        .map((block) => /^(?:id: (\d+)\n)?event: (.*)/.exec(block)!.slice(1)),
  }
}

const hides: Narrow = async (events) => events.map(() => null)

describe('a reader with a limited scope', () => {
  it('is told once in 30 seconds to refetch, however many hidden applications change', async () => {
    const { outlet, written } = open(hides)
    for (const id of [1, 2, 3]) {
      outlet.send({ id, xid: id, event: moved })
      await outlet.idle()
      vi.advanceTimersByTime(9_000)
    }
    expect(written()).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect(written()).toEqual([[undefined, 'applications-changed']])
  })

  it('is told nothing of a hidden event about no application', async () => {
    const { outlet, written } = open(hides)
    outlet.send({ id: 1, xid: 1, event: notified })
    await outlet.idle()
    vi.advanceTimersByTime(60_000)
    expect(written()).toEqual([])
  })

  it('receives each event with its own position, of several that were looked up at once', async () => {
    const { outlet, written } = open(async (events) => [...events])
    for (const id of [7, 8, 9]) outlet.send({ id, xid: id, event: moved })
    await outlet.idle()
    expect(written().map(([id]) => id)).toEqual(['7', '8', '9'])
  })

  it('receives what was sent before the end of the stream', async () => {
    const looked = Promise.withResolvers<void>()
    const { outlet, response, written } = open(async (events) => {
      await looked.promise
      return [...events]
    })
    outlet.send({ id: 7, xid: 7, event: moved })
    outlet.end()
    expect(response.writableEnded).toBe(false)
    looked.resolve()
    await vi.waitFor(() => expect(response.writableEnded).toBe(true))
    expect(written()).toEqual([['7', 'applications-changed']])
  })

  it('is disconnected when a lookup fails, so that it reconnects and misses nothing', async () => {
    const { outlet, response } = open(() => Promise.reject(new Error('no database')))
    outlet.send({ id: 7, xid: 7, event: moved })
    await outlet.idle()
    expect(response.destroyed).toBe(true)
  })
})

describe('a reader who sees everything', () => {
  it('is disconnected a megabyte behind, and not before', () => {
    const { outlet, response } = open(null)
    const long: LiveEvent = { ...moved, applicationIds: ['x'.repeat(900_000)] }
    outlet.send({ id: 1, xid: 1, event: long })
    outlet.send({ id: 2, xid: 2, event: long })
    expect(response.destroyed).toBe(false)
    outlet.send({ id: 3, xid: 3, event: long })
    expect(response.destroyed).toBe(true)
  })
})
