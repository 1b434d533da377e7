import { setTimeout } from 'node:timers/promises'
import { connect } from '@muster/server/database/connect.ts'
import { announce } from '@muster/server/live/announce.ts'

export interface Followed {
  /** Event id → how often it was received. */
  ids: Map<number, number>
  reconnects(): number
  /** Disconnects once, like a browser that lost its network. */
  drop(): void
  leave(): void
}

/** Follows the events as a browser does: after a disconnect it reconnects a second later with the last id. */
export function followStream(url: string, token: string | (() => string)): Followed {
  const ids = new Map<number, number>()
  const line = new AbortController()
  let connection = new AbortController()
  let lastId: string | null = null
  let reconnects = -1

  function read(block: string): void {
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    lastId = id ?? lastId
    if (id && /^data: /m.test(block)) ids.set(Number(id), (ids.get(Number(id)) ?? 0) + 1)
  }

  async function follow(): Promise<void> {
    connection = new AbortController()
    const response = await fetch(`${url}/api/v1/events/`, {
      headers: {
        authorization: `Bearer ${typeof token === 'string' ? token : token()}`,
        ...(lastId ? { 'last-event-id': lastId } : {}),
      },
      signal: AbortSignal.any([line.signal, connection.signal]),
    })
    if (!response.ok) return
    reconnects += 1
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) read(block)
    }
  }

  async function keepFollowing(): Promise<void> {
    while (!line.signal.aborted) {
      // A browser reconnects, however the stream ended.
      await follow().catch(() => {})
      await setTimeout(1_000)
    }
  }

  void keepFollowing()
  return {
    ids,
    reconnects: () => Math.max(0, reconnects),
    drop: () => connection.abort(),
    leave: () => line.abort(),
  }
}

/** Announces ten events a second in the first workspace, as colleagues would. What fails is not announced again. */
export function announceOften(databaseUrl: string): { stop(): Promise<void> } {
  let isOver = false
  async function keepAnnouncing(): Promise<void> {
    const db = connect(databaseUrl, 1)
    const { id } = await db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow()
    while (!isOver) {
      await announce(db, id, { kind: 'activity-logged', applicationId: id, actorId: null }).catch(() => {})
      await setTimeout(100)
    }
    await db.destroy()
  }
  const announcing = keepAnnouncing()
  return {
    async stop() {
      isOver = true
      await announcing
    },
  }
}
