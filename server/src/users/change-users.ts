import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { updateUsers } from '@muster/contract/manage-users.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Manager } from '../policies/user-policy.ts'
import { forEachUser } from './each-user.ts'
import { type LockedUser, lockUsers } from './lock-users.ts'
import { type Asked, notifyAffectedUsers, writeUserChange } from './write-user-change.ts'

/**
 * Changes several users as `decide` says, one after another. Each is checked against the result of the earlier changes.
 */
export async function changeUsers(
  context: Asked,
  ids: readonly string[],
  decide: (manager: Manager, user: LockedUser) => LockedUser | Promise<LockedUser>,
): Promise<ResponseOf<typeof updateUsers>> {
  const locked = await lockUsers(context.tx, context.actor, ids)
  const withNewAccess: string[] = []
  const outcomes = await forEachUser(
    ids,
    (id) => ({ userId: id, email: locked.find(id)?.email ?? null }),
    async (id) => {
      const user = locked.find(id)
      if (!user) throw notFound(t`User`)
      const after = await decide(locked.manager, user)
      if (await writeUserChange(context, user, after)) withNewAccess.push(id)
      locked.store(after)
      return { userId: id, email: user.email }
    },
  )
  const done = outcomes.results.flatMap(({ userId, outcome }) =>
    userId && outcome === 'done' ? [userId] : [],
  )
  await notifyAffectedUsers(context, done, withNewAccess)
  return outcomes
}
