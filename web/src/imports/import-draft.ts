import { loadDraft, removeDraft, storeDraft } from '../session/draft-storage.ts'
import type { Analysis, ImportSettings } from './import-settings.ts'

/** A file that is looked at, with how it is to be read: comes back after leaving the page or loading it anew. */
export interface Draft {
  analysis: Analysis
  settings: ImportSettings
  /** Columns whose suggestion somebody declined: they are not asked about again. */
  declined?: readonly number[]
}

const keyOf = (id: string) => `import ${id}`

/** Files cannot be stored: one that was loaded anew is asked for again where it is read otherwise. */
const files = new Map<string, File>()

export function saveDraft(draft: Draft, file?: File): void {
  const { id } = draft.analysis
  if (file) files.set(id, file)
  storeDraft(keyOf(id), draft)
}

export function findDraft(id: string): Draft | null {
  return loadDraft<Draft>(keyOf(id))
}

export function fileOfDraft(id: string): File | undefined {
  return files.get(id)
}

export function forgetDraft(id: string): void {
  files.delete(id)
  removeDraft(keyOf(id))
}
