export function avatarKey(workspaceId: string, avatarId: string): string {
  return `avatars/${workspaceId}/${avatarId}`
}
