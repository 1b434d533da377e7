import type { Stage } from '../statuses/editor/stage.ts'
import type { PositionValues } from './position-form.ts'

/** What of an unfinished new position is kept while the tab lives. */
export interface PositionDraft {
  values: PositionValues
  pipelineId: string | null
  /** The columns, where they are no longer those of the pipeline or the position copied. */
  stages: readonly Stage[] | null
}

/** A copy has a draft of its own, by the position it is a copy of. */
function keyOf(copyOf: string | undefined): string {
  return copyOf ? `position_draft_${copyOf}` : 'position_draft'
}

export function readDraft(copyOf: string | undefined): PositionDraft | null {
  try {
    const draft: PositionDraft | null = JSON.parse(sessionStorage.getItem(keyOf(copyOf)) ?? 'null')
    return draft && { ...draft, stages: draft.stages ?? null }
  } catch {
    return null
  }
}

export function keepDraft(copyOf: string | undefined, draft: PositionDraft) {
  sessionStorage.setItem(keyOf(copyOf), JSON.stringify(draft))
}

export function dropDraft(copyOf: string | undefined) {
  sessionStorage.removeItem(keyOf(copyOf))
}
