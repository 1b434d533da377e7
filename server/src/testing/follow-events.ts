import { type LiveEvent, streamEvents } from '@muster/contract/events.ts'
import { addressOf, type TestServer, type TestUser } from './test-server.ts'

export interface FollowedEvent {
  id: number
  event: LiveEvent
}

export interface Followed {
  status: number
  headers: Headers
  events: FollowedEvent[]
  /** The id a client would reconnect with. */
  lastId(): string | null
  take(count: number): Promise<FollowedEvent[]>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  leave(): void
}

/** Opens a user's event stream as a browser does. */
export async function followEvents(
  server: TestServer,
  as: TestUser,
  lastEventId?: string | null,
): Promise<Followed> {
  const line = new AbortController()
  const response = await fetch(server.url + addressOf(streamEvents), {
    headers: {
      authorization: `Bearer ${as.accessToken}`,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
    signal: line.signal,
  })
  const events: FollowedEvent[] = []
  let lastId: string | null = null
  let wake = () => {}

  function read(block: string): void {
    const field = (name: string) => block.match(new RegExp(`^${name}: (.*)$`, 'm'))?.[1]
    lastId = field('id') ?? lastId
    const data = field('data')
    if (data) events.push({ id: Number(lastId), event: JSON.parse(data) })
    wake()
  }

  async function readAll(): Promise<void> {
    let text = ''
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + chunk).split('\n\n')
        text = blocks.pop()!
        for (const block of blocks) read(block)
      }
    } catch {
      // Left or cut off: either way the stream has ended.
    }
  }

  return {
    status: response.status,
    headers: response.headers,
    events,
    lastId: () => lastId,
    ended: readAll(),
    async take(count) {
      while (events.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return events.slice(0, count)
    },
    leave: () => line.abort(),
  }
}
