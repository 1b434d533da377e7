import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { changeUser } from './change-user.ts'
import { loadUser } from './present-user.ts'

export const setUserStatus = handler(contract.setUserStatus, async (asked) => {
  await changeUser(asked, asked.params.id, asked.body)
  return loadUser(asked.tx, asked.actor, asked.params.id)
})
