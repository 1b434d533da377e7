/** On whose behalf people are added and changed: an actor, or the person who started an import. */
export interface Author {
  workspaceId: string
  userId: string
  workspace: { defaultCountry: string }
}
