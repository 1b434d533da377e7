import * as contract from '@muster/contract/manage-users.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { lockUsers } from './lock-users.ts'
import { decideRestoring } from './mark-deleted.ts'
import { loadUser } from './present-user.ts'
import { canBeRestored, selectUsers } from './select-users.ts'
import { notifyAffectedUsers, writeUserChange } from './write-user-change.ts'

export const restoreUser = handler(contract.restoreUser, async (context) => {
  const { tx, actor } = context
  const { id } = context.params
  const locked = await lockUsers(tx, actor, [id])
  const user = locked.find(id)
  const restorable = await selectUsers(tx, actor)
    .where('users.id', '=', id)
    .where(canBeRestored)
    .executeTakeFirst()
  if (!user || !restorable) throw notFound(t`Deleted user`)
  await writeUserChange(context, user, await decideRestoring(context, locked.manager, user))
  await notifyAffectedUsers(context, [id], [id])
  return loadUser(tx, actor, id)
})
