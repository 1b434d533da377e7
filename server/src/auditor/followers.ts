import { setTimeout as sleep } from 'node:timers/promises'
import { type FollowedEvent, followEvents } from '../testing/follow-events.ts'
import type { TestServer, TestUser } from '../testing/test-server.ts'

export interface Follower {
  user: TestUser
  /** All it was sent, in the order of arrival. */
  events: FollowedEvent[]
  /** The id before the first event. */
  from: number
  stop(): Promise<void>
}

/** Follows the events of a workspace through every fault: it comes back to any node with the last id it has. */
export async function startFollower(
  server: TestServer,
  given: TestUser,
  nodes: readonly { url: string }[],
): Promise<Follower> {
  let user = given
  let isStopping = false
  let leave = () => {}
  const events: FollowedEvent[] = []
  const started = Promise.withResolvers<number>()
  let lastId: string | null = null

  async function follow(): Promise<void> {
    for (let turn = 0; !isStopping; turn += 1) {
      const { url } = nodes[turn % nodes.length]!
      try {
        const stream = await followEvents({ ...server, url }, user, lastId)
        if (stream.status === 401) user = await server.signIn(user)
        leave = stream.leave
        if (isStopping) leave()
        if (lastId === null && stream.status === 200) {
          lastId = stream.headers.get('last-event-id')
          started.resolve(Number(lastId))
        }
        await stream.ended
        events.push(...stream.events)
        lastId = stream.lastId() ?? lastId
      } catch {
        // The node is away.
      }
      if (!isStopping) await sleep(100)
    }
  }

  const following = follow()
  return {
    user,
    events,
    from: await started.promise,
    async stop() {
      isStopping = true
      leave()
      await following
    },
  }
}
