import type { activityKinds, listActivityLogs, moveCauses } from '@muster/contract/activity-logs.ts'
import type { RowOf } from '../api/query.ts'
import { formatDateTime } from '../ui/format.ts'

export type ActivityLog = RowOf<typeof listActivityLogs>
export type ActivityKind = (typeof activityKinds)[number]

/** How a move came about; a person's own way needs no words. */
export const causeLabels: Partial<Record<(typeof moveCauses)[number], string>> = {
  board: 'on the board',
  close: 'by closing',
  reopen: 'by reopening',
  status_deleted: 'because its status was deleted',
  call_outcome: "by the call's outcome",
  import: 'by an import',
  review: "by the company's review",
}

const fieldLabels: Record<string, string> = {
  source: 'source',
  tags: 'tags',
  appliedAt: 'day of application',
  callbackAt: 'callback',
  externalId: 'external id',
  resumeFileId: 'résumé',
  name: 'name',
  email: 'e-mail',
  phone: 'phone',
  phoneExtension: 'phone extension',
  profileUrl: 'profile',
  location: 'location',
  currentCompany: 'current company',
  currentTitle: 'current job',
  notes: 'notes',
  consent: 'consent',
}

function readTags(value: string | null): string[] {
  try {
    const tags: unknown = JSON.parse(value ?? '[]')
    return Array.isArray(tags) ? tags.map(String) : []
  } catch {
    return []
  }
}

function tagChange(before: string[], after: string[]): string {
  const added = after.filter((tag) => !before.includes(tag))
  const removed = before.filter((tag) => !after.includes(tag))
  const parts = [
    added.length > 0 && `added ${added.join(', ')}`,
    removed.length > 0 && `removed ${removed.join(', ')}`,
  ].filter(Boolean)
  return parts.length > 0
    ? `${parts.join(' and ')} as ${added.length + removed.length > 1 ? 'tags' : 'a tag'}`
    : 'changed the tags'
}

function shown(field: string, value: string): string {
  return field.endsWith('At') ? formatDateTime(value) : value
}

/** What an edit did, after the name of who did it: "changed the source from Indeed to Referral". */
export function editWords({ field, oldValue, newValue }: ActivityLog): string {
  if (field === 'ownerId') {
    return newValue
      ? `assigned it to ${newValue}`
      : `unassigned it${oldValue ? `, it was with ${oldValue}` : ''}`
  }
  if (field === 'tags') return tagChange(readTags(oldValue), readTags(newValue))
  if (field === 'doNotCall') {
    return newValue === 'true' ? 'marked that they must not be called' : 'allowed calls to them again'
  }
  if (field === 'callbackAt') {
    return newValue ? `set a callback for ${formatDateTime(newValue)}` : 'took the callback away'
  }
  const label = fieldLabels[field ?? ''] ?? field ?? 'a fact'
  if (field === 'resumeFileId' || field === 'notes') {
    return newValue ? `${oldValue ? 'changed' : 'added'} the ${label}` : `removed the ${label}`
  }
  if (!newValue) return `removed the ${label}${oldValue ? ` ${shown(field ?? '', oldValue)}` : ''}`
  if (!oldValue) return `set the ${label} to ${shown(field ?? '', newValue)}`
  return `changed the ${label} from ${shown(field ?? '', oldValue)} to ${shown(field ?? '', newValue)}`
}
