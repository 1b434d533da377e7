import { loadDraft, removeDraft, storeDraft } from '../../session/draft-storage.ts'

const keyOf = (id: string) => `comment ${id}`

/**
 * Returns an unsent comment, stored across reloads. The id is that of the application for a new comment, of
 * the comment for an edit.
 */
export function commentDraft(id: string): string {
  return loadDraft<string>(keyOf(id)) ?? ''
}

export function saveCommentDraft(id: string, body: string) {
  if (body === '') removeDraft(keyOf(id))
  else storeDraft(keyOf(id), body)
}
