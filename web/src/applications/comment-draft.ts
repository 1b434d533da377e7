import { loadDraft, removeDraft, storeDraft } from '../session/draft-storage.ts'

const keyOf = (id: string) => `comment ${id}`

/**
 * What was written but not sent: of a new comment by the id of its application, of one being changed by its own. It
 * outlives a reload.
 */
export function commentDraft(id: string): string {
  return loadDraft<string>(keyOf(id)) ?? ''
}

export function keepCommentDraft(id: string, body: string) {
  if (body === '') removeDraft(keyOf(id))
  else storeDraft(keyOf(id), body)
}
