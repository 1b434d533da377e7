import * as contract from '@muster/contract/manage-users.ts'
import { t } from '#texts'
import { notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { lockUsers } from './lock-users.ts'
import { decideDeletion } from './mark-deleted.ts'
import { tellChanged, writeChange } from './write-change.ts'

export const deleteUser = handler(contract.deleteUser, async (asked) => {
  const { id } = asked.params
  const locked = await lockUsers(asked.tx, asked.actor, [id])
  const user = locked.find(id)
  if (!user || user.deleted_at) throw notFound(t`User`)
  await writeChange(asked, user, decideDeletion(locked.manager, user))
  await tellChanged(asked, [id], [id])
  return undefined
})
