import { t } from '#texts'
import { notFound, staleVersion } from '../app-error.ts'
import { checkCompany } from '../companies/check-company.ts'
import { decideChange, type UserChange } from './decide-change.ts'
import { lockUsers } from './lock-users.ts'
import { type Asked, notifyAffectedUsers, writeUserChange } from './write-user-change.ts'

/**
 * Changes one user.
 * @throws NOT_FOUND, FORBIDDEN with the reason, VALIDATION, or CONFLICT for a stale version
 */
export async function changeUser(
  context: Asked,
  id: string,
  change: UserChange & { version?: number | undefined },
): Promise<void> {
  const { tx, actor } = context
  if (change.companyId) await checkCompany(tx, actor.workspaceId, change.companyId)
  const locked = await lockUsers(tx, actor, [id])
  const user = locked.find(id)
  if (!user) throw notFound(t`User`)
  if (change.version !== undefined && change.version !== user.version) throw staleVersion(user.version)
  const access = await writeUserChange(context, user, decideChange(locked.manager, user, change))
  await notifyAffectedUsers(context, [id], access ? [id] : [])
}
