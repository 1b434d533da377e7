import { readUser } from '../session/stored-session.ts'

/** Whose days and hours reports count: the workspace's, wherever one sits. */
export function reportTimezone(): string {
  return readUser()?.workspace.timezone ?? 'UTC'
}
