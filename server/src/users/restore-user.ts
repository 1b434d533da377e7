import * as contract from '@muster/contract/manage-users.ts'
import { t } from '#texts'
import { notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { lockUsers } from './lock-users.ts'
import { decideRestoring } from './mark-deleted.ts'
import { loadUser } from './present-user.ts'
import { canBeRestored, selectColleagues } from './select-colleagues.ts'
import { tellChanged, writeChange } from './write-change.ts'

export const restoreUser = handler(contract.restoreUser, async (asked) => {
  const { tx, actor } = asked
  const { id } = asked.params
  const locked = await lockUsers(tx, actor, [id])
  const user = locked.find(id)
  const restorable = await selectColleagues(tx, actor)
    .where('users.id', '=', id)
    .where(canBeRestored)
    .executeTakeFirst()
  if (!user || !restorable) throw notFound(t`Deleted user`)
  await writeChange(asked, user, await decideRestoring(asked, locked.manager, user))
  await tellChanged(asked, [id], [id])
  return loadUser(tx, actor, id)
})
