const drafts = new Map<string, string>()

/** What was written but not sent on an application's page, for as long as the tab stays open. */
export function commentDraft(applicationId: string): string {
  return drafts.get(applicationId) ?? ''
}

export function keepCommentDraft(applicationId: string, body: string) {
  if (body === '') drafts.delete(applicationId)
  else drafts.set(applicationId, body)
}
