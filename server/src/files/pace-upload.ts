import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

/** Faster than most lines; at the speed of a local network, storing a few large files takes a core for a second. */
const bytesPerMs = 20_000
/** Below this a timer costs more than it spares. */
const shortestWaitMs = 4
/** With more, those whose time has passed are forgotten. */
const mostWorkspaces = 1_000

/** When each workspace's next bytes may come, in milliseconds of `performance.now()`. */
const nextAt = new Map<string, number>()

/** Returns how many milliseconds these bytes have to wait. */
function reserve(workspaceId: string, bytes: number): number {
  const now = performance.now()
  if (nextAt.size >= mostWorkspaces) for (const [id, at] of nextAt) if (at <= now) nextAt.delete(id)
  const at = Math.max(now, nextAt.get(workspaceId) ?? now)
  nextAt.set(workspaceId, at + bytes / bytesPerMs)
  return at - now
}

async function* read(workspaceId: string, content: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const waitMs = reserve(workspaceId, chunk.length)
    if (waitMs >= shortestWaitMs) await setTimeout(waitMs)
    yield chunk
  }
}

/**
 * Passes an upload on at 20 MB a second, which all uploads of the workspace on this node share, so that storing large
 * files leaves time for other workspaces' requests.
 */
export function paceUpload(workspaceId: string, content: Readable): Readable {
  return Readable.from(read(workspaceId, content), { objectMode: false })
}
