import * as contract from '@muster/contract/manage-users.ts'
import { handler } from '../http/handler.ts'
import { checkCompany } from '../positions/check-references.ts'
import { changeUsers } from './change-users.ts'
import { decideChange } from './decide-change.ts'

export const updateUsers = handler(contract.updateUsers, async (asked) => {
  const { userIds, updates } = asked.body
  if (updates.companyId) await checkCompany(asked.tx, asked.actor.workspaceId, updates.companyId)
  return changeUsers(asked, userIds, (manager, user) => decideChange(manager, user, updates))
})
