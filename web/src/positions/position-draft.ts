import { loadDraft, removeDraft, storeDraft } from '../session/draft-storage.ts'
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
  return copyOf ? `position ${copyOf}` : 'position'
}

export function readDraft(copyOf: string | undefined): PositionDraft | null {
  const draft = loadDraft<PositionDraft>(keyOf(copyOf))
  return draft && { ...draft, stages: draft.stages ?? null }
}

export function keepDraft(copyOf: string | undefined, draft: PositionDraft) {
  storeDraft(keyOf(copyOf), draft)
}

export function dropDraft(copyOf: string | undefined) {
  removeDraft(keyOf(copyOf))
}
