import type { PositionValues } from './position-form.ts'

const key = 'position_draft'

/** What of an unfinished new position is kept while the tab lives. */
export interface PositionDraft {
  values: PositionValues
  pipelineId: string | null
}

export function readDraft(): PositionDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

export function keepDraft(draft: PositionDraft) {
  sessionStorage.setItem(key, JSON.stringify(draft))
}

export function dropDraft() {
  sessionStorage.removeItem(key)
}
