import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { changeUser } from './change-user.ts'
import { loadPermissions } from './present-permissions.ts'

export const setUserPermissions = handler(contract.setUserPermissions, async (context) => {
  await changeUser(context, context.params.id, context.body)
  return loadPermissions(context.tx, context.actor, context.params.id)
})
