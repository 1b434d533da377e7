import type { ResponseOf } from '@muster/contract/endpoint.ts'
import type { updateUsers } from '@muster/contract/manage-users.ts'
import { t } from '#texts'
import { notFound } from '../http/app-error.ts'
import { forEachUser } from './each-user.ts'
import { type LockedUser, lockUsers } from './lock-users.ts'
import type { Manager } from './user-policy.ts'
import { type Asked, tellChanged, writeChange } from './write-change.ts'

/** Changes several colleagues, each as `decide` says, one after the other: each is judged by what was done before. */
export async function changeUsers(
  asked: Asked,
  ids: readonly string[],
  decide: (manager: Manager, user: LockedUser) => LockedUser | Promise<LockedUser>,
): Promise<ResponseOf<typeof updateUsers>> {
  const locked = await lockUsers(asked.tx, asked.actor, ids)
  const withNewAccess: string[] = []
  const outcomes = await forEachUser(
    ids,
    (id) => ({ userId: id, email: locked.find(id)?.email ?? null }),
    async (id) => {
      const user = locked.find(id)
      if (!user) throw notFound(t`User`)
      const after = await decide(locked.manager, user)
      if (await writeChange(asked, user, after)) withNewAccess.push(id)
      locked.keep(after)
      return { userId: id, email: user.email }
    },
  )
  const done = outcomes.results.flatMap(({ userId, outcome }) =>
    userId && outcome === 'done' ? [userId] : [],
  )
  await tellChanged(asked, done, withNewAccess)
  return outcomes
}
