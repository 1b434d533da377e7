import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'

const progressEveryMs = 500
/** Boards reload when they receive the event. */
const positionsEveryMs = 5000
const positionsOfEvent = 200

/** The import, and the user for whom it runs or is undone. */
export interface ImportActor {
  id: string
  workspaceId: string
  userId: string
}

/** Announces a running import's changes, throttled so that browsers do not reload all the time. */
export interface ProgressAnnouncer {
  /** Collects changed positions and whether people changed, and announces them when it is time. */
  add(tx: Database, changed: { positionIds: Iterable<string>; hasPeople: boolean }): Promise<void>
  /** Announces the rest. */
  flush(tx: Database): Promise<void>
}

export function createProgressAnnouncer({
  id: importId,
  workspaceId,
  userId: actorId,
}: ImportActor): ProgressAnnouncer {
  const positions = new Set<string>()
  let hasPeople = false
  let progressAt = 0
  let positionsAt = Date.now()

  async function announceChanges(tx: Database): Promise<void> {
    const ids = [...positions]
    for (let start = 0; start < ids.length; start += positionsOfEvent) {
      const positionIds = ids.slice(start, start + positionsOfEvent)
      await announce(tx, workspaceId, {
        kind: 'applications-changed',
        applicationIds: [],
        positionIds,
        actorId,
      })
    }
    if (hasPeople) await announce(tx, workspaceId, { kind: 'candidates-changed', candidateIds: [], actorId })
    hasPeople = false
    positions.clear()
    positionsAt = Date.now()
  }

  return {
    async add(tx, changed) {
      for (const id of changed.positionIds) positions.add(id)
      hasPeople ||= changed.hasPeople
      if (Date.now() - progressAt >= progressEveryMs) {
        progressAt = Date.now()
        await announce(tx, workspaceId, { kind: 'import-progressed', importId, actorId })
      }
      if (Date.now() - positionsAt >= positionsEveryMs) await announceChanges(tx)
    },
    flush: announceChanges,
  }
}
