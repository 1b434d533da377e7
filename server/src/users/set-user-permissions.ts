import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { changeUser } from './change-user.ts'
import { loadPermissions } from './present-permissions.ts'

export const setUserPermissions = handler(contract.setUserPermissions, async (asked) => {
  await changeUser(asked, asked.params.id, asked.body)
  return loadPermissions(asked.tx, asked.actor, asked.params.id)
})
