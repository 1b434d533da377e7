import { actionText } from '../audit-logs/audit-text.ts'

/** Describes an audit entry in one line: the action and its subject. */
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
