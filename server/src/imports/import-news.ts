import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'

const progressEveryMs = 500
/** Boards are read anew when they hear of it. */
const positionsEveryMs = 5000
const positionsOfEvent = 200

/** The import and on whose behalf it runs, or is taken back. */
export interface ImportActor {
  id: string
  workspaceId: string
  userId: string
}

/** What a running import tells the workspace, never more often than people can follow. */
export interface ImportNews {
  /** Takes note of the positions whose applications changed and whether people did, and announces what is due. */
  pass(tx: Database, changed: { positionIds: Iterable<string>; hasPeople: boolean }): Promise<void>
  /** Tells the rest. */
  end(tx: Database): Promise<void>
}

export function createImportNews({ id: importId, workspaceId, userId: actorId }: ImportActor): ImportNews {
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
    async pass(tx, changed) {
      for (const id of changed.positionIds) positions.add(id)
      hasPeople ||= changed.hasPeople
      if (Date.now() - progressAt >= progressEveryMs) {
        progressAt = Date.now()
        await announce(tx, workspaceId, { kind: 'import-progressed', importId, actorId })
      }
      if (Date.now() - positionsAt >= positionsEveryMs) await announceChanges(tx)
    },
    end: announceChanges,
  }
}
