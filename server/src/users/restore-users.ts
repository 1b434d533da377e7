import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { changeUsers } from './change-users.ts'
import { decideRestoring } from './mark-deleted.ts'

export const restoreUsers = handler(contract.restoreUsers, (context) =>
  changeUsers(context, context.body.userIds, (manager, user) => decideRestoring(context, manager, user)),
)
