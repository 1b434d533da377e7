/** Who candidates are added and changed for: an actor, or the user who started an import. */
export interface Author {
  workspaceId: string
  userId: string
  workspace: { defaultCountry: string }
}
