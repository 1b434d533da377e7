import * as contract from '@muster/contract/manage-users.ts'
import { invalid } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { checkCompany } from '../positions/check-references.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { insertUser } from './insert-user.ts'
import { lockUsers } from './lock-users.ts'
import { loadUser } from './present-user.ts'
import { assertMayGiveRole } from './user-policy.ts'
import { tellChanged } from './write-change.ts'

export const createUser = handler(contract.createUser, async (asked) => {
  const { tx, actor, body } = asked
  const { password, ...user } = body
  // Asked before the work of hashing, and again of the manager as of now.
  assertMayGiveRole(actor, user.role)
  let passwordHash: string | null = null
  if (password !== undefined) {
    const owner = { name: user.name, email: user.email, workspaceName: actor.workspace.name }
    const problem = await passwordProblem(asked.services, password, owner)
    if (problem) throw invalid('password', problem)
    passwordHash = await hashPassword(password)
  }
  if (user.companyId) await checkCompany(tx, actor.workspaceId, user.companyId)
  const { manager } = await lockUsers(tx, actor, [])
  const id = await insertUser(asked, manager, user, passwordHash)
  await tellChanged(asked, [id], [])
  return loadUser(tx, actor, id)
})
