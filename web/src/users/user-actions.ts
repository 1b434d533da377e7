import { t } from '@lingui/core/macro'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { deleteUsers, getUser, restoreUsers, updateUsers } from '@muster/contract/manage-users.ts'
import type { Role } from '@muster/contract/permissions.ts'
import { getUserStats, listRoles, listUsers } from '@muster/contract/users.ts'
import { call } from '../api/call.ts'
import { invalidate } from '../api/query.ts'
import { roleNames } from '../texts/contract-labels.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { type Colleague, colleaguesText } from './user-labels.ts'

type Outcomes = ResponseOf<typeof updateUsers>

/** A refusal: the user and the reason. */
export interface Refused {
  id: string
  name: string
  message: string
}

export type Subject = Pick<Colleague, 'id' | 'name' | 'role' | 'status' | 'companyId'>

export function refreshUsers(): Promise<void> {
  return invalidate(listUsers, getUser, getUserStats, listRoles)
}

function doneTo<S extends Subject>(subjects: readonly S[], { results }: Outcomes): S[] {
  const ids = new Set(results.flatMap(({ userId, outcome }) => (outcome === 'done' ? [userId] : [])))
  return subjects.filter(({ id }) => ids.has(id))
}

/**
 * Performs an action on users and reports the result, with Undo for those that succeeded.
 * @returns the refusals, or null if the action failed
 */
async function act(
  subjects: readonly Subject[],
  run: () => Promise<Outcomes>,
  message: (whom: string) => string,
  undo: (done: Subject[]) => Promise<unknown>,
): Promise<Refused[] | null> {
  if (subjects.length === 0) return []
  try {
    const outcomes = await run()
    const done = doneTo(subjects, outcomes)
    if (done.length > 0) {
      const whom = done.length === 1 ? done[0]!.name : colleaguesText(done.length)
      toast(message(whom), () => void undo(done))
    }
    return outcomes.results.flatMap(({ userId, message }) => {
      const subject = subjects.find(({ id }) => id === userId)
      return message && subject ? [{ id: subject.id, name: subject.name, message }] : []
    })
  } catch (error) {
    toastError(error, t`Not changed`)
    return null
  } finally {
    void refreshUsers()
  }
}

const idsOf = (subjects: readonly Subject[]) => subjects.map(({ id }) => id)

/** Restores each user's former role and status; users with the same ones share a request. */
async function revert(subjects: readonly Subject[], what: (subject: Subject) => object): Promise<void> {
  const groups = Map.groupBy(subjects, (subject) => JSON.stringify(what(subject)))
  try {
    for (const group of groups.values())
      await call(updateUsers, { body: { userIds: idsOf(group), updates: what(group[0]!) } })
  } catch (error) {
    toastError(error, t`Not undone`)
  } finally {
    void refreshUsers()
  }
}

/** @param of those who already have the role are skipped */
export function setRoles(of: readonly Subject[], role: Role): Promise<Refused[] | null> {
  const subjects = of.filter((subject) => subject.role !== role)
  const name = t(roleNames[role])
  return act(
    subjects,
    () => call(updateUsers, { body: { userIds: idsOf(subjects), updates: { role } } }),
    (whom) => t`Changed role to ${name}: ${whom}`,
    (done) =>
      revert(done, ({ role: before, companyId }) => ({ role: before, companyId: companyId ?? undefined })),
  )
}

/** @param of those who already have the status are skipped */
export function setStatuses(
  of: readonly Subject[],
  status: 'active' | 'suspended',
): Promise<Refused[] | null> {
  const subjects = of.filter((subject) => subject.status !== status)
  return act(
    subjects,
    () => call(updateUsers, { body: { userIds: idsOf(subjects), updates: { status } } }),
    (whom) => (status === 'suspended' ? t`Suspended ${whom}` : t`Reactivated ${whom}`),
    (done) => revert(done, ({ status: before }) => ({ status: before })),
  )
}

export function removeUsers(subjects: readonly Subject[]): Promise<Refused[] | null> {
  return act(
    subjects,
    () => call(deleteUsers, { body: { userIds: idsOf(subjects) } }),
    (whom) => t`Deleted ${whom}`,
    (done) => restoreAll(done),
  )
}

export function restoreAll(subjects: readonly Subject[]): Promise<Refused[] | null> {
  return act(
    subjects,
    () => call(restoreUsers, { body: { userIds: idsOf(subjects) } }),
    (whom) => t`Restored ${whom}`,
    (done) => removeUsers(done),
  )
}
