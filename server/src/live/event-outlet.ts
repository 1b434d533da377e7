import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '@muster/contract/events.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import type { StoredEvent } from './missed-events.ts'
import { isOpen } from './open-streams.ts'

/**
 * Narrows events to what a user may see, in order: null for a hidden event, the event without hidden ids, or the event
 * itself. Null instead of a function for users who see everything.
 */
export type EventScope = (
  actor: Actor,
) => ((services: Services, events: readonly LiveEvent[]) => Promise<(LiveEvent | null)[]>) | null

export interface EventOutlet {
  send(stored: StoredEvent): void
  /** Ends the stream after what was sent. */
  end(): void
  /** Resolves when everything sent so far is written. */
  idle(): Promise<void>
}

/** A reader that is this many bytes behind is disconnected. It reconnects and catches up from the table. */
const maxBuffered = 1_000_000
/** Hidden events are dropped, so readers are told now and then to refetch. */
const refetchEveryMs = 30_000

const rowEvents: ReadonlySet<string> = new Set(['applications-changed', 'applications-moved'])

const refetchEvent: LiveEvent = {
  kind: 'applications-changed',
  applicationIds: [],
  positionIds: [],
  actorId: null,
}

function write(response: ServerResponse, event: LiveEvent, id?: number): void {
  if (!isOpen(response)) return
  if (response.writableLength > maxBuffered) response.destroy()
  else
    response.write(
      `${id === undefined ? '' : `id: ${id}\n`}event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`,
    )
}

/**
 * Makes a function that tells a reader to refetch, at most every `refetchEveryMs`, however much happens out of their
 * scope.
 */
function createHint(response: ServerResponse): () => void {
  let timer: NodeJS.Timeout | undefined
  response.once('close', () => clearTimeout(timer))
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      write(response, refetchEvent)
    }, refetchEveryMs).unref()
  }
}

/**
 * Writes events to one reader in order. For a reader with a limited scope, events that arrive during a lookup are
 * looked up together, so that each reader has one query at a time.
 */
export function createOutlet(
  response: ServerResponse,
  actor: Actor,
  services: Services,
  scope: EventScope,
): EventOutlet {
  const narrow = scope(actor)
  if (!narrow)
    return {
      send: ({ id, event }) => write(response, event, id),
      end: () => response.end(),
      idle: async () => {},
    }
  const hint = createHint(response)
  let waiting: StoredEvent[] = []
  let working: Promise<void> | null = null

  async function work(): Promise<void> {
    while (waiting.length > 0 && isOpen(response)) {
      const taken = waiting
      waiting = []
      const events = await narrow!(
        services,
        taken.map(({ event }) => event),
      )
      for (const [index, event] of events.entries()) {
        if (event) write(response, event, taken[index]!.id)
        else if (rowEvents.has(taken[index]!.event.kind)) hint()
      }
    }
  }

  async function workThrough(): Promise<void> {
    if (!working)
      working = work()
        // The disconnected reader reconnects for the rest.
        .catch(() => {
          response.destroy()
        })
        .finally(() => {
          working = null
        })
    await working
  }

  return {
    send(stored) {
      waiting.push(stored)
      void workThrough()
    },
    end() {
      void workThrough().then(() => response.end())
    },
    idle: workThrough,
  }
}
