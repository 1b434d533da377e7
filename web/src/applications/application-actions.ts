import { type DispositionKind, dispositions } from '@muster/contract/dispositions.ts'
import { actOnApplications, type BulkResult, type Subject } from './act-on-applications.ts'
import type { Closing } from './close-dialog.tsx'
import type { MoveTarget } from './move-menu.tsx'

type Done = Promise<BulkResult | null>

/** Moves to a status, or each to its position's first status of a type. Closed ones need `closeAs` instead. */
export function moveTo(applications: readonly Subject[], target: MoveTarget): Done {
  const { statusId, name, type, color } = target
  return actOnApplications(
    applications,
    { kind: 'move', ...(statusId ? { toStatusId: statusId } : { toStatusType: type }) },
    { done: (subject) => `Moved ${subject} to ${name}`, failed: 'Not moved' },
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

export function closeAs(applications: readonly Subject[], closing: Closing): Done {
  return actOnApplications(
    applications,
    { kind: 'close', ...closing },
    {
      done: (subject) => `Closed ${subject}: ${dispositions[closing.disposition].label.toLowerCase()}`,
      failed: 'Not closed',
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
    { done: (subject) => `Reopened ${subject}`, failed: 'Not reopened' },
  )
}

export function assign(applications: readonly Subject[], owner: { id: string; name: string } | null): Done {
  return actOnApplications(
    applications,
    { kind: 'assign', ownerId: owner?.id ?? null },
    {
      done: (subject) => (owner ? `Assigned ${subject} to ${owner.name}` : `Unassigned ${subject}`),
      failed: 'Not assigned',
    },
    () => ({ owner }),
  )
}

export function tag(applications: readonly Subject[], add: string[], remove: string[]): Done {
  return actOnApplications(
    applications,
    { kind: 'tag', add, remove },
    { done: (subject) => `Changed the tags of ${subject}`, failed: 'Tags not changed' },
    (row) => ({ tags: [...new Set([...row.tags.filter((each) => !remove.includes(each)), ...add])] }),
  )
}

export function remove(applications: readonly Subject[]): Done {
  return actOnApplications(
    applications,
    { kind: 'delete' },
    { done: (subject) => `Deleted ${subject}`, failed: 'Not deleted' },
  )
}
