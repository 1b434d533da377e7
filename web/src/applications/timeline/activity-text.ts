import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { activityKinds, listCandidateActivity, moveCauses } from '@muster/contract/activity-logs.ts'
import type { RowOf } from '../../api/query.ts'
import type { FieldType } from '../../custom-fields/custom-field.ts'
import { loggedField } from '../../custom-fields/custom-fields-query.ts'
import { formatDateTime, formatDay } from '../../ui/format.ts'
import { formatPhone } from '../../ui/phone.ts'
import { consentLabels, fieldLabels } from '../field-labels.ts'
import { activityFilters } from './activity-query.ts'

export type ActivityLog = RowOf<typeof listCandidateActivity>

/** An entry as its sentence needs it, of any list. */
export type ActivityEvent = Omit<ActivityLog, 'application'>
export type ActivityKind = (typeof activityKinds)[number]

/** The cause of a move; one made by hand on the page needs no text. */
export const causeLabels: Partial<Record<(typeof moveCauses)[number], MessageDescriptor>> = {
  board: msg`on the board`,
  close: msg`by closing`,
  reopen: msg`by reopening`,
  status_deleted: msg`because its status was deleted`,
  call_outcome: msg`by the call outcome`,
  import: msg`by an import`,
  review: msg`by the company’s review`,
}

function labelOf(field: string | null): string {
  const custom = field && loggedField(field)
  if (custom) return custom.label
  const label = (fieldLabels as Record<string, MessageDescriptor | undefined>)[field ?? '']
  return label ? t(label) : (field ?? t`a detail`)
}

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
  if (added && removed) return t`${who} added the tag ${added} and removed ${removed}`
  if (added) return t`${who} added the tag ${added}`
  return removed ? t`${who} removed the tag ${removed}` : t`${who} changed the tags`
}

const isTime = (text: string) => !Number.isNaN(Date.parse(text))

function shownCustom(type: FieldType | undefined, value: string): string {
  if (type === 'phone') return formatPhone(value)
  // The date is a day, not a moment: noon is in it in every timezone of the reader.
  if (type === 'date' && isTime(`${value}T12:00`)) return formatDay(`${value}T12:00`)
  return type === 'dateTime' && isTime(value) ? formatDateTime(value) : value
}

/** Returns a value as the record shows it: the log has dates and phone numbers as they are stored. */
function shown(field: string | null, value: string): string {
  const custom = field ? loggedField(field) : undefined
  if (custom) return shownCustom(custom.type, value)
  if (field === 'phone') return formatPhone(value)
  if (field?.endsWith('At')) return formatDateTime(value)
  const consent = (consentLabels as Record<string, MessageDescriptor | undefined>)[value]
  return field === 'consent' && consent ? t(consent) : value
}

/** Describes an edit: "Ines Roth changed Source from Indeed to Referral". */
function editText(log: ActivityEvent, who: string): string {
  const { field, oldValue, newValue } = log
  if (field === 'ownerId') {
    if (newValue === who) return t`${who} became the owner`
    if (newValue) return t`${who} assigned the application to ${newValue}`
    return oldValue ? t`${who} unassigned ${oldValue}` : t`${who} unassigned the application`
  }
  if (field === 'tags') return tagChange(who, readTags(oldValue), readTags(newValue))
  if (field === 'doNotCall') {
    return newValue === 'true' ? t`${who} marked the candidate as Do not call` : t`${who} allowed calls again`
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

function fileText(log: ActivityEvent, who: string): string {
  if (log.deletedAt) return t`${who} attached a file (since removed)`
  if (log.field !== 'resumeFileId') return t`${who} attached a file`
  if (!log.newValue) return t`${who} removed the résumé`
  return log.oldValue ? t`${who} replaced the résumé` : t`${who} added the résumé`
}

function revertText(log: ActivityEvent, who: string): string {
  if (log.to) {
    const status = log.to.name
    return t`${who} undid the move: back in ${status}`
  }
  if (!log.field) return t`${who} undid the import`
  const change = editText(log, who)
  return t`Undone: ${change}`
}

/** Describes an entry of the history in a plain sentence. Comments and calls have components of their own. */
export function activityText(log: ActivityEvent): string {
  const who = log.actor.name
  const bySystem = log.actor.kind === 'system'
  const from = log.from?.name
  const to = log.to?.name
  const client = log.newValue ?? t`the client`
  switch (log.kind) {
    case 'created':
      if (bySystem) return to ? t`Applied · ${to}` : t`Application received`
      return to ? t`${who} added the application to ${to}` : t`${who} added the application`
    case 'imported':
      return bySystem ? t`The application was imported` : t`${who} imported the application`
    case 'moved':
      return from
        ? t`${who} moved the application from ${from} to ${to ?? ''}`
        : t`${who} moved the application to ${to ?? ''}`
    case 'edited':
      return editText(log, who)
    case 'email':
      return t`${who} sent an email`
    case 'file':
      return fileText(log, who)
    case 'disposition': {
      const ended = log.newValue ?? ''
      const reason = log.field
      return reason
        ? t`${who} closed the application: ${ended}, ${reason}`
        : t`${who} closed the application: ${ended}`
    }
    case 'reopened':
      return to ? t`${who} reopened the application in ${to}` : t`${who} reopened the application`
    case 'deleted':
      return t`${who} deleted the application`
    case 'restored':
      return t`${who} restored the application`
    case 'reverted':
      return revertText(log, who)
    case 'merged':
      return t`${who} merged ${log.oldValue ?? ''} into ${log.newValue ?? ''}`
    case 'unmerged':
      return t`${who} unmerged ${log.oldValue ?? ''} and ${log.newValue ?? ''}`
    case 'shared':
      return t`${who} shared the candidate with ${client}`
    case 'withdrawn':
      return t`${who} withdrew the candidate from ${client}`
    case 'asked':
      return t`${who} of ${client} asked`
    case 'replied':
      return t`${who} replied to ${client}`
    default:
      return who
  }
}

const aboutClients: readonly string[] = activityFilters.client.kinds

/** Returns the words to emphasise: the actor and the outcome. */
export function emphasisedWords(log: ActivityEvent): string[] {
  const ended = log.kind === 'disposition' ? log.newValue : null
  const client = aboutClients.includes(log.kind) ? log.newValue : null
  return [log.actor.name, log.kind === 'edited' ? null : log.to?.name, ended, client].filter(
    (each) => typeof each === 'string' && each !== '',
  ) as string[]
}
