import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '@muster/contract/events.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import type { StoredEvent } from './missed-events.ts'
import { isOpen } from './open-streams.ts'

/**
 * What of some events a person may hear, in their order: null for one that is not for them, the event without the ids
 * they may not know of, or as it is. Null instead of a function for those who hear everything.
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

/** A reader this far behind is cut off; it comes back and catches up from the table. */
const mostBuffered = 1_000_000
/** What left somebody's sight is told of no more, so now and then they are to look again. */
const lookAgainEveryMs = 30_000

const tellsOfRows: ReadonlySet<string> = new Set(['applications-changed', 'applications-moved'])

const lookAgain: LiveEvent = {
  kind: 'applications-changed',
  applicationIds: [],
  positionIds: [],
  actorId: null,
}

function write(response: ServerResponse, event: LiveEvent, id?: number): void {
  if (!isOpen(response)) return
  if (response.writableLength > mostBuffered) response.destroy()
  else
    response.write(
      `${id === undefined ? '' : `id: ${id}\n`}event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`,
    )
}

/** Tells a reader to look again, at most every so often, however much happens out of their sight. */
function createHint(response: ServerResponse): () => void {
  let timer: NodeJS.Timeout | undefined
  response.once('close', () => clearTimeout(timer))
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      write(response, lookAgain)
    }, lookAgainEveryMs).unref()
  }
}

/**
 * Writes events to one reader in their order. For one whose sight is limited, what comes while others are being looked
 * up is looked up together, so that each reader has one question at a time with the database.
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
        else if (tellsOfRows.has(taken[index]!.event.kind)) hint()
      }
    }
  }

  async function workThrough(): Promise<void> {
    if (!working)
      working = work()
        // Cut off, the reader comes back for the rest.
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
