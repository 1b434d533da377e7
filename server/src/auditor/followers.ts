import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '@muster/contract/permissions.ts'
import { type Followed, type FollowedEvent, followEvents } from '../testing/follow-events.ts'
import type { TestServer, TestUser } from '../testing/test-server.ts'

export interface Follower {
  role: Role
  user: TestUser
  /** All it was sent, in the order of arrival. After a reconnection some may come again. */
  events: FollowedEvent[]
  /** Ids that came more than once within one stream. */
  repeats: number[]
  /** The id before the first event. */
  from: number
  /** All it was sent so far, also by the stream that is open. */
  received(): FollowedEvent[]
  stop(): Promise<void>
}

/** A request to load everything again names no row and has the id of the event before it. */
const namesRows = ({ event }: FollowedEvent) =>
  !('applicationIds' in event) || event.applicationIds.length > 0

function repeatedIn(events: readonly FollowedEvent[]): number[] {
  const seen = new Set<number>()
  return events.filter(namesRows).flatMap(({ id }) => {
    const isRepeat = seen.has(id)
    seen.add(id)
    return isRepeat ? [id] : []
  })
}

/** Follows the events of a workspace through every fault: it comes back to any node with the last id it has. */
export async function startFollower(
  server: TestServer,
  role: Role,
  given: TestUser,
  nodes: readonly { url: string }[],
): Promise<Follower> {
  let user = given
  let isStopping = false
  let current: Followed | null = null
  const events: FollowedEvent[] = []
  const repeats: number[] = []
  const started = Promise.withResolvers<number>()
  let lastId: string | null = null

  async function follow(): Promise<void> {
    for (let turn = 0; !isStopping; turn += 1) {
      const { url } = nodes[turn % nodes.length]!
      try {
        const stream = await followEvents({ ...server, url }, user, lastId)
        if (stream.status === 401) user = await server.signIn(user)
        current = stream
        if (isStopping) stream.leave()
        if (lastId === null && stream.status === 200) {
          lastId = stream.headers.get('last-event-id')
          started.resolve(Number(lastId))
        }
        await stream.ended
        current = null
        events.push(...stream.events)
        repeats.push(...repeatedIn(stream.events))
        lastId = stream.lastId() ?? lastId
      } catch {
        // The node is away.
      }
      if (!isStopping) await sleep(100)
    }
  }

  const following = follow()
  return {
    role,
    user,
    events,
    repeats,
    from: await started.promise,
    received: () => [...events, ...(current?.events ?? [])],
    async stop() {
      isStopping = true
      current?.leave()
      await following
    },
  }
}
