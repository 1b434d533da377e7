import { once } from 'node:events'
import * as contract from '@muster/contract/own-account.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { streamHandler } from '../http/handler.ts'
import { filePolicy } from '../http/security-headers.ts'
import { userScope } from '../policies/user-scope.ts'
import { avatarKey } from './avatar-key.ts'

/** Re-encoded by the server, and still sent so that a browser runs nothing in it. */
export const getAvatar = streamHandler(
  contract.getAvatar,
  async ({ tx: db, actor, params, services: { files } }, request, reply) => {
    const user = await db
      .selectFrom('users')
      .where('workspace_id', '=', actor.workspaceId)
      .where(userScope(actor))
      .where('id', '=', params.id)
      .select('avatar_id')
      .executeTakeFirst()
    if (!user?.avatar_id) throw notFound(t`Picture`)
    const content = files.read(avatarKey(actor.workspaceId, user.avatar_id))
    try {
      await once(content, 'readable')
    } catch (error) {
      request.log.error({ err: error, userId: params.id }, 'a picture is missing from the storage')
      throw notFound(t`Picture`)
    }
    return reply
      .header('content-type', 'image/webp')
      .header('content-security-policy', filePolicy)
      .header('x-content-type-options', 'nosniff')
      .header('cross-origin-resource-policy', 'same-origin')
      .send(content)
  },
)
