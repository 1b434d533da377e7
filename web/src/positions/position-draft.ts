import type { Drafts } from '../custom-fields/custom-field.ts'
import { loadDraft, removeDraft, storeDraft } from '../session/draft-storage.ts'
import type { Stage } from '../statuses/editor/stage.ts'
import type { PositionValues } from './position-form.ts'

/** The draft of a new position, stored for the tab. */
export interface PositionDraft {
  values: PositionValues
  pipelineId: string | null
  /** The columns, if they were edited. */
  stages: readonly Stage[] | null
  customFields: Drafts
}

/** A copy has a draft of its own, keyed by the original. */
function keyOf(copyOf: string | undefined): string {
  return copyOf ? `position ${copyOf}` : 'position'
}

export function readDraft(copyOf: string | undefined): PositionDraft | null {
  const draft = loadDraft<PositionDraft>(keyOf(copyOf))
  return draft && { ...draft, stages: draft.stages ?? null, customFields: draft.customFields ?? {} }
}

export function saveDraft(copyOf: string | undefined, draft: PositionDraft) {
  storeDraft(keyOf(copyOf), draft)
}

export function dropDraft(copyOf: string | undefined) {
  removeDraft(keyOf(copyOf))
}
