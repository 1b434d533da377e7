import * as contract from '@muster/contract/manage-users.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { lockUsers } from './lock-users.ts'
import { decideDeletion } from './mark-deleted.ts'
import { notifyAffectedUsers, writeUserChange } from './write-user-change.ts'

export const deleteUser = handler(contract.deleteUser, async (context) => {
  const { id } = context.params
  const locked = await lockUsers(context.tx, context.actor, [id])
  const user = locked.find(id)
  if (!user || user.deleted_at) throw notFound(t`User`)
  await writeUserChange(context, user, decideDeletion(locked.manager, user))
  await notifyAffectedUsers(context, [id], [id])
  return undefined
})
