import { actionText } from '../audit-logs/audit-words.ts'

/** What the audit log has of somebody in one line: what was done, and to whom or what. */
export function eventText({
  action,
  subject,
}: {
  action: string
  subject: { name: string | null } | null
  [more: string]: unknown
}): string {
  return subject?.name ? `${actionText(action)}: ${subject.name}` : actionText(action)
}
