import { type Permission, permissions } from '@muster/contract/permissions.ts'
import { ApiError } from '../api/api-error.ts'
import { can } from './session.ts'

/** For a route's `beforeLoad`: shows why, instead of the screen, to those without the right. */
export function requires(permission: Permission): () => void {
  return () => {
    if (can(permission)) return
    throw new ApiError(
      'FORBIDDEN',
      `This needs the right “${permissions[permission]}”. Ask an admin of your workspace for it.`,
      { status: 403 },
    )
  }
}
