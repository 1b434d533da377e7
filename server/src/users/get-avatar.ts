import { once } from 'node:events'
import * as contract from '@muster/contract/own-account.ts'
import { t } from '#texts'
import { notFound } from '../http/app-error.ts'
import { streamHandler } from '../http/handler.ts'
import { filePolicy } from '../http/security-headers.ts'
import { avatarKey } from './avatar-key.ts'
import { colleagueScope } from './colleague-scope.ts'

/** Drawn by us, and still nothing a browser would run. */
export const getAvatar = streamHandler(
  contract.getAvatar,
  async ({ tx: db, actor, params, services: { files } }, request, reply) => {
    const user = await db
      .selectFrom('users')
      .where('workspace_id', '=', actor.workspaceId)
      .where(colleagueScope(actor))
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
