import { plural, t } from '@lingui/core/macro'
import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { FieldValue } from '@muster/contract/field-values.ts'
import { type CustomField, type Draft, isEmptyDraft } from '../custom-fields/custom-field.ts'
import { fromDraft, valueText } from '../custom-fields/values.tsx'
import { dispositionLabels } from '../texts/contract-labels.ts'
import { formatWhen } from '../ui/format.ts'
import { actOnApplications, type BulkResult, type Subject } from './act-on-applications.ts'
import type { Closing } from './close-dialog.tsx'
import type { MoveTarget } from './move-menu.tsx'
import { offerSharing } from './offer-sharing.tsx'

type Done = Promise<BulkResult | null>

/**
 * Moves applications to a status, or each to the first status of a type in its position. Closed ones need
 * `closeAs` instead.
 */
export function moveTo(applications: readonly Subject[], target: MoveTarget): Done {
  const { statusId, name, type, color } = target
  return actOnApplications(
    applications,
    { kind: 'move', ...(statusId ? { toStatusId: statusId } : { toStatusType: type }) },
    {
      one: (who) => t`Moved ${who} to ${name}`,
      many: (count) =>
        plural(count, { one: `Moved # application to ${name}`, other: `Moved # applications to ${name}` }),
      failed: t`Not moved`,
      action: t`Move to ${name}`,
      underWay: t`Moving`,
      offer: (ids) => offerSharing(ids, type),
    },
    (row) =>
      row.status.id === statusId || (!statusId && row.status.type === type)
        ? {}
        : {
            status: { ...row.status, id: statusId ?? row.status.id, name, type, color },
            enteredStatusAt: new Date().toISOString(),
            dueAt: null,
          },
  )
}

/** Null removes the callback. */
export function setCallback(applications: readonly Subject[], callbackAt: string | null): Done {
  const when = callbackAt && formatWhen(callbackAt)
  return actOnApplications(
    applications,
    { kind: 'callback', callbackAt },
    {
      one: (who) => (when ? t`Callback for ${who}: ${when}` : t`Removed the callback for ${who}`),
      many: (count) =>
        when
          ? plural(count, { one: `Scheduled # callback: ${when}`, other: `Scheduled # callbacks: ${when}` })
          : plural(count, { one: 'Removed # callback', other: 'Removed # callbacks' }),
      failed: t`Callback not scheduled`,
      underWay: t`Scheduling callbacks`,
    },
    () => ({ callbackAt }),
  )
}

/** Sets a custom field; an empty draft empties it. */
export function setField(applications: readonly Subject[], field: CustomField, draft: Draft): Done {
  const { key, label } = field
  const value = isEmptyDraft(draft) ? null : fromDraft(draft, field)
  const text = value === null ? t`empty` : (valueText(value, field) ?? '')
  return actOnApplications(
    applications,
    { kind: 'setFields', customFields: { [key]: value } },
    {
      one: (who) => t`${label} of ${who}: ${text}`,
      many: (count) =>
        plural(count, {
          one: `${label} of # application: ${text}`,
          other: `${label} of # applications: ${text}`,
        }),
      unchanged: (count) =>
        plural(count, { one: '# had this value already', other: '# had this value already' }),
      failed: t`Field not changed`,
      underWay: t`Changing the field`,
    },
    (row) => {
      const { [key]: _, ...rest } = row.customFields
      return { customFields: value === null ? rest : { ...rest, [key]: value as FieldValue } }
    },
  )
}

export function closeAs(applications: readonly Subject[], closing: Closing): Done {
  const how = t(dispositionLabels[closing.disposition])
  return actOnApplications(
    applications,
    { kind: 'close', ...closing },
    {
      one: (who) => t`Closed ${who}: ${how}`,
      many: (count) =>
        plural(count, { one: `Closed # application: ${how}`, other: `Closed # applications: ${how}` }),
      failed: t`Not closed`,
      action: t`Close application`,
      underWay: t`Closing`,
    },
    () => ({
      disposition: { kind: closing.disposition satisfies DispositionKind, reason: null },
      closedAt: new Date().toISOString(),
      dueAt: null,
    }),
  )
}

export function reopen(applications: readonly Subject[]): Done {
  return actOnApplications(
    applications,
    { kind: 'reopen' },
    {
      one: (who) => t`Reopened ${who}`,
      many: (count) => plural(count, { one: 'Reopened # application', other: 'Reopened # applications' }),
      failed: t`Not reopened`,
      action: t`Reopen`,
      underWay: t`Reopening`,
    },
  )
}

export function assign(applications: readonly Subject[], owner: { id: string; name: string } | null): Done {
  const to = owner?.name ?? ''
  return actOnApplications(
    applications,
    { kind: 'assign', ownerId: owner?.id ?? null },
    {
      one: (who) => (owner ? t`Assigned ${who} to ${to}` : t`Unassigned ${who}`),
      many: (count) =>
        owner
          ? plural(count, {
              one: `Assigned # application to ${to}`,
              other: `Assigned # applications to ${to}`,
            })
          : plural(count, { one: 'Unassigned # application', other: 'Unassigned # applications' }),
      failed: t`Not assigned`,
      underWay: t`Assigning`,
    },
    () => ({ owner }),
  )
}

export function tag(applications: readonly Subject[], add: string[], remove: string[]): Done {
  return actOnApplications(
    applications,
    { kind: 'tag', add, remove },
    {
      one: (who) => t`Updated tags for ${who}`,
      many: (count) =>
        plural(count, {
          one: 'Updated tags on # application',
          other: 'Updated tags on # applications',
        }),
      failed: t`Tags not updated`,
      underWay: t`Updating tags`,
    },
    (row) => ({ tags: [...new Set([...row.tags.filter((each) => !remove.includes(each)), ...add])] }),
  )
}

export function remove(applications: readonly Subject[]): Done {
  return actOnApplications(
    applications,
    { kind: 'delete' },
    {
      one: (who) => t`Deleted ${who}`,
      many: (count) => plural(count, { one: 'Deleted # application', other: 'Deleted # applications' }),
      failed: t`Not deleted`,
      underWay: t`Deleting`,
    },
  )
}

export function restore(applications: readonly Subject[]): Done {
  return actOnApplications(
    applications,
    { kind: 'restore' },
    {
      one: (who) => t`Restored ${who}`,
      many: (count) => plural(count, { one: 'Restored # application', other: 'Restored # applications' }),
      failed: t`Not restored`,
      underWay: t`Restoring`,
    },
  )
}
