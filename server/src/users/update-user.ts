import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { changeUser } from './change-user.ts'
import { loadUser } from './present-user.ts'

export const updateUser = handler(contract.updateUser, async (context) => {
  await changeUser(context, context.params.id, context.body)
  return loadUser(context.tx, context.actor, context.params.id)
})
