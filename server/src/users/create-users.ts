import * as contract from '@muster/contract/manage-users.ts'
import { checkCompany } from '../companies/check-company.ts'
import { handler } from '../http/handler.ts'
import { forEachUser } from './each-user.ts'
import { insertUser } from './insert-user.ts'
import { lockUsers } from './lock-users.ts'
import { notifyAffectedUsers } from './write-user-change.ts'

export const createUsers = handler(contract.createUsers, async (context) => {
  const { tx, actor, body } = context
  const { manager } = await lockUsers(tx, actor, [])
  const outcomes = await forEachUser(
    body.users,
    ({ email }) => ({ userId: null, email }),
    async (user) => {
      if (user.companyId) await checkCompany(tx, actor.workspaceId, user.companyId)
      return { userId: await insertUser(context, manager, user, null), email: user.email }
    },
  )
  await notifyAffectedUsers(
    context,
    outcomes.results.flatMap(({ userId }) => userId ?? []),
    [],
  )
  return outcomes
})
