import { t } from '#texts'
import { notFound, staleVersion } from '../http/app-error.ts'
import { checkCompany } from '../positions/check-references.ts'
import { decideChange, type UserChange } from './decide-change.ts'
import { lockUsers } from './lock-users.ts'
import { type Asked, tellChanged, writeChange } from './write-change.ts'

/**
 * Changes one colleague.
 * @throws NOT_FOUND, FORBIDDEN with the reason, VALIDATION, or CONFLICT when somebody was faster
 */
export async function changeUser(
  asked: Asked,
  id: string,
  change: UserChange & { version?: number | undefined },
): Promise<void> {
  const { tx, actor } = asked
  if (change.companyId) await checkCompany(tx, actor.workspaceId, change.companyId)
  const locked = await lockUsers(tx, actor, [id])
  const user = locked.find(id)
  if (!user) throw notFound(t`User`)
  if (change.version !== undefined && change.version !== user.version) throw staleVersion(user.version)
  const access = await writeChange(asked, user, decideChange(locked.manager, user, change))
  await tellChanged(asked, [id], access ? [id] : [])
}
