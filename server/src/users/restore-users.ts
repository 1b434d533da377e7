import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { changeUsers } from './change-users.ts'
import { decideRestoring } from './mark-deleted.ts'

export const restoreUsers = handler(contract.restoreUsers, (asked) =>
  changeUsers(asked, asked.body.userIds, (manager, user) => decideRestoring(asked, manager, user)),
)
