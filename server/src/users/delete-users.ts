import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { changeUsers } from './change-users.ts'
import { decideDeletion } from './mark-deleted.ts'

export const deleteUsers = handler(contract.deleteUsers, (context) =>
  changeUsers(context, context.body.userIds, decideDeletion),
)
