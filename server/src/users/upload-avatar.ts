import { Readable } from 'node:stream'
import * as contract from '@muster/contract/own-account.ts'
import { t } from '#texts'
import { AppError, invalid } from '../app-error.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { assertHarmless } from '../malware/assert-harmless.ts'
import { avatarKey } from './avatar-key.ts'
import { changeAvatar } from './change-avatar.ts'
import { renderAvatar } from './render-avatar.ts'

/** Runs outside a transaction, which would stay open during the upload. */
export const uploadAvatar = handler(
  contract.uploadAvatar,
  async ({ actor, file, caller, services }) => {
    const content = await file.toBuffer().catch((error: unknown) => {
      if (!file.file.truncated) throw error
      return Buffer.alloc(0)
    })
    if (file.file.truncated)
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        t`The picture is larger than ${contract.maxAvatarBytes / 2 ** 20} MB`,
      )
    if (content.length === 0) throw invalid('avatar', t`The file is empty`)
    await assertHarmless(services, actor, caller, { field: 'avatar', read: () => Readable.from([content]) })
    const picture = await renderAvatar(actor.workspaceId, content)
    const avatarId = newId()
    const key = avatarKey(actor.workspaceId, avatarId)
    await services.files.write(key, Readable.from([picture]))
    try {
      return await changeAvatar(services, actor, caller, avatarId)
    } catch (error) {
      await services.files.remove(key)
      throw error
    }
  },
  { transaction: false },
)
