import * as contract from '@muster/contract/own-account.ts'
import { handler } from '../http/handler.ts'
import { userScope } from '../policies/user-scope.ts'

export const listAvatars = handler(contract.listAvatars, async ({ tx, actor }) => {
  const rows = await tx
    .selectFrom('users')
    .where('workspace_id', '=', actor.workspaceId)
    .where(userScope(actor))
    .where('avatar_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .select(['id', 'avatar_id'])
    .execute()
  return { items: rows.map((row) => ({ userId: row.id, avatarId: row.avatar_id! })) }
})
