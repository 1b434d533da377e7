const key = 'comment_drafts'
/** Beyond this many the oldest go. */
const mostKept = 50

type Drafts = Record<string, string>

function readDrafts(): Drafts {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Drafts
  } catch {
    return {}
  }
}

/**
 * What was written but not sent: of a new comment by the id of its application, of one being changed by its own. It
 * outlives a reload and lasts as long as the tab.
 */
export function commentDraft(id: string): string {
  return readDrafts()[id] ?? ''
}

export function keepCommentDraft(id: string, body: string) {
  const { [id]: _, ...others } = readDrafts()
  const kept = body === '' ? others : { ...others, [id]: body }
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(Object.entries(kept).slice(-mostKept))))
  } catch {
    // Storage is full or switched off: the field works, its text is only not kept.
  }
}
