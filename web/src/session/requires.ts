import { t } from '@lingui/core/macro'
import type { Permission } from '@muster/contract/permissions.ts'
import { ApiError } from '../api/api-error.ts'
import { can } from './session.ts'

/** For a route's `beforeLoad`: shows why, instead of the screen, to those without the right. */
export function requires(permission: Permission): () => Promise<never> | undefined {
  return () => (can(permission) ? undefined : refuse(permission))
}

async function refuse(permission: Permission): Promise<never> {
  const { permissionWords } = await import('../texts/permission-words.ts')
  const right = t(permissionWords[permission])
  const message = t`This needs the right “${right}”. Ask an admin of your workspace for it.`
  throw new ApiError('FORBIDDEN', message, { status: 403 })
}
