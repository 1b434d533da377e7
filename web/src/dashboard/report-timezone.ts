import { readUser } from '../session/stored-session.ts'

/** Returns the timezone of reports: the workspace's, wherever the reader is. */
export function reportTimezone(): string {
  return readUser()?.workspace.timezone ?? 'UTC'
}
