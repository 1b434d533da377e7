import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { activityKinds, listActivityLogs, moveCauses } from '@muster/contract/activity-logs.ts'
import type { RowOf } from '../api/query.ts'
import { formatDateTime } from '../ui/format.ts'

export type ActivityLog = RowOf<typeof listActivityLogs>
export type ActivityKind = (typeof activityKinds)[number]

/** How a move came about; a person's own way needs no words. */
export const causeLabels: Partial<Record<(typeof moveCauses)[number], MessageDescriptor>> = {
  board: msg`on the board`,
  close: msg`by closing`,
  reopen: msg`by reopening`,
  status_deleted: msg`because its status was deleted`,
  call_outcome: msg`by the outcome of the call`,
  import: msg`by an import`,
  review: msg`by the review of the company`,
}

/** The names of facts, as a field is labelled. */
export const fieldLabels = {
  ownerId: msg`Owner`,
  source: msg`Source`,
  tags: msg`Tags`,
  appliedAt: msg`Applied`,
  callbackAt: msg`Callback`,
  externalId: msg`External id`,
  resumeFileId: msg`Résumé`,
  name: msg`Name`,
  email: msg`E-mail`,
  phone: msg`Phone`,
  phoneExtension: msg`Extension`,
  profileUrl: msg`Profile`,
  location: msg`Location`,
  currentCompany: msg`Works at`,
  currentTitle: msg`Works as`,
  notes: msg`Notes`,
  consent: msg`Consent`,
  doNotCall: msg`Do not call`,
} satisfies Record<string, MessageDescriptor>

function labelOf(field: string | null): string {
  const label = (fieldLabels as Record<string, MessageDescriptor | undefined>)[field ?? '']
  return label ? t(label) : (field ?? t`a fact`)
}

export const consentLabels = {
  unknown: msg`Not asked`,
  given: msg`Given`,
  withdrawn: msg`Withdrawn`,
} satisfies Record<string, MessageDescriptor>

function readTags(value: string | null): string[] {
  try {
    const tags: unknown = JSON.parse(value ?? '[]')
    return Array.isArray(tags) ? tags.map(String) : []
  } catch {
    return []
  }
}

function tagChange(who: string, before: string[], after: string[]): string {
  const added = after.filter((tag) => !before.includes(tag)).join(', ')
  const removed = before.filter((tag) => !after.includes(tag)).join(', ')
  if (added && removed) return t`${who} tagged it ${added} and took off ${removed}`
  if (added) return t`${who} tagged it ${added}`
  return removed ? t`${who} took off the tag ${removed}` : t`${who} changed the tags`
}

function shown(field: string | null, value: string): string {
  if (field?.endsWith('At')) return formatDateTime(value)
  const consent = (consentLabels as Record<string, MessageDescriptor | undefined>)[value]
  return field === 'consent' && consent ? t(consent) : value
}

/** An edit in a sentence: "Ines Roth changed Source from Indeed to Referral". */
function editText(log: ActivityLog, who: string): string {
  const { field, oldValue, newValue } = log
  if (field === 'ownerId') {
    if (newValue === who) return t`${who} took it on`
    if (newValue) return t`${who} assigned it to ${newValue}`
    return oldValue ? t`${who} unassigned it, it was with ${oldValue}` : t`${who} unassigned it`
  }
  if (field === 'tags') return tagChange(who, readTags(oldValue), readTags(newValue))
  if (field === 'doNotCall') {
    return newValue === 'true'
      ? t`${who} marked that they must not be called`
      : t`${who} allowed calls to them again`
  }
  const label = labelOf(field)
  if (field === 'resumeFileId' || field === 'notes') {
    if (!newValue) return t`${who} removed ${label}`
    return oldValue ? t`${who} changed ${label}` : t`${who} added ${label}`
  }
  const [before, after] = [oldValue, newValue].map((value) => value && shown(field, value))
  if (!after) return before ? t`${who} removed ${label}: ${before}` : t`${who} removed ${label}`
  return before ? t`${who} changed ${label} from ${before} to ${after}` : t`${who} set ${label} to ${after}`
}

function fileText(log: ActivityLog, who: string): string {
  if (log.deletedAt) return t`${who} attached a file, removed since`
  if (log.field !== 'resumeFileId') return t`${who} attached a file`
  if (!log.newValue) return t`${who} removed the résumé`
  return log.oldValue ? t`${who} replaced the résumé` : t`${who} added the résumé`
}

function revertText(log: ActivityLog, who: string): string {
  if (log.to) {
    const status = log.to.name
    return t`${who} took back the move: again in ${status}`
  }
  if (!log.field) return t`${who} took back the import`
  const change = editText(log, who)
  return t`Taken back: ${change}`
}

/** What an entry of the history tells, as a plain sentence. Comments and calls are told by their own components. */
export function activityText(log: ActivityLog): string {
  const who = log.actor.name
  const bySystem = log.actor.kind === 'system'
  const from = log.from?.name
  const to = log.to?.name
  switch (log.kind) {
    case 'created':
      if (bySystem) return to ? t`The application came in as ${to}` : t`The application came in`
      return to ? t`${who} added the application to ${to}` : t`${who} added the application`
    case 'imported':
      return bySystem ? t`The application was imported` : t`${who} imported the application`
    case 'moved':
      return from ? t`${who} moved it from ${from} to ${to ?? ''}` : t`${who} moved it to ${to ?? ''}`
    case 'edited':
      return editText(log, who)
    case 'email':
      return t`${who} sent an e-mail`
    case 'file':
      return fileText(log, who)
    case 'disposition': {
      const ended = log.newValue ?? ''
      const reason = log.field
      return reason ? t`${who} closed it: ${ended}, ${reason}` : t`${who} closed it: ${ended}`
    }
    case 'reopened':
      return to ? t`${who} reopened it in ${to}` : t`${who} reopened it`
    case 'deleted':
      return t`${who} deleted the application`
    case 'restored':
      return t`${who} restored the application`
    case 'reverted':
      return revertText(log, who)
    case 'merged':
      return t`${who} merged ${log.oldValue ?? ''} into ${log.newValue ?? ''}`
    case 'unmerged':
      return t`${who} parted ${log.oldValue ?? ''} and ${log.newValue ?? ''} again`
    default:
      return who
  }
}

/** The words of it that stand out: who did it, and where it led. */
export function strongWords(log: ActivityLog): string[] {
  const ended = log.kind === 'disposition' ? log.newValue : null
  return [log.actor.name, log.kind === 'edited' ? null : log.to?.name, ended].filter(
    (each) => typeof each === 'string' && each !== '',
  ) as string[]
}
