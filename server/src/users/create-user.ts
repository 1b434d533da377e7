import * as contract from '@muster/contract/manage-users.ts'
import { invalid } from '../app-error.ts'
import { checkCompany } from '../companies/check-company.ts'
import { type Context, handler } from '../http/handler.ts'
import { assertMayAssignRole } from '../policies/user-policy.ts'
import { hashPassword } from '../session/password.ts'
import { passwordProblem } from '../session/password-rules.ts'
import { insertUser } from './insert-user.ts'
import { lockUsers } from './lock-users.ts'
import { loadUser } from './present-user.ts'
import { notifyAffectedUsers } from './write-user-change.ts'

/** Checks the password before the transaction, as it may call a service on the network. */
async function checkPassword({ actor, body, services }: Context<typeof contract.createUser>): Promise<void> {
  const { password, role, name, email } = body
  // Checked again with the manager's permissions at that moment.
  assertMayAssignRole(actor, role)
  if (password === undefined) return
  const problem = await passwordProblem(services, password, {
    name,
    email,
    workspaceName: actor.workspace.name,
  })
  if (problem) throw invalid('password', problem)
}

const create = async (context: Context<typeof contract.createUser>) => {
  const { tx, actor, body } = context
  const { password, ...user } = body
  const passwordHash = password === undefined ? null : await hashPassword(password)
  if (user.companyId) await checkCompany(tx, actor.workspaceId, user.companyId)
  const { manager } = await lockUsers(tx, actor, [])
  const id = await insertUser(context, manager, user, passwordHash)
  await notifyAffectedUsers(context, [id], [])
  return loadUser(tx, actor, id)
}

export const createUser = handler(contract.createUser, create, { before: checkPassword })
