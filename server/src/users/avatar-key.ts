/** Where a picture is kept. */
export function avatarKey(workspaceId: string, avatarId: string): string {
  return `avatars/${workspaceId}/${avatarId}`
}
