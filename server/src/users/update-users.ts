import * as contract from '@muster/contract/manage-users.ts'
import { checkCompany } from '../companies/check-company.ts'
import { handler } from '../http/handler.ts'
import { changeUsers } from './change-users.ts'
import { decideChange } from './decide-change.ts'

export const updateUsers = handler(contract.updateUsers, async (context) => {
  const { userIds, updates } = context.body
  if (updates.companyId) await checkCompany(context.tx, context.actor.workspaceId, updates.companyId)
  return changeUsers(context, userIds, (manager, user) => decideChange(manager, user, updates))
})
