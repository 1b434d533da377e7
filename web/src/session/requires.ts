import { t } from '@lingui/core/macro'
import type { Permission } from '@muster/contract/permissions.ts'
import { ApiError } from '../api/api-error.ts'
import { withTexts } from '../texts/load-texts.ts'
import { can } from './session.ts'

/** Returns a `beforeLoad` that shows an explanation instead of the screen to users without the permission. */
export function requires(permission: Permission): () => Promise<never> | undefined {
  return () => (can(permission) ? undefined : refuse(permission))
}

async function refuse(permission: Permission): Promise<never> {
  const { permissionLabels } = await withTexts('session', import('../texts/permission-labels.ts'))
  const right = t(permissionLabels[permission])
  const message = t`Requires the “${right}” permission. Ask a workspace admin for access.`
  throw new ApiError('FORBIDDEN', message, { status: 403 })
}
