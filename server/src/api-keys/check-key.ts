import { type Permission, permissions } from '@muster/contract/permissions.ts'
import { t, translate } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { databaseSeconds } from '../database/database-clock.ts'
import type { Actor } from '../session/actor.ts'

interface KeyRequest {
  permissions?: readonly Permission[] | undefined
  expiresAt?: string | null | undefined
}

/**
 * Checks the permissions and expiry requested for a key. A key may not have a permission that its creator lacks.
 * @throws VALIDATION
 */
export async function checkKey(
  tx: Database,
  actor: Actor,
  { permissions: request, expiresAt }: KeyRequest,
): Promise<void> {
  const missing = request?.find((permission) => !actor.permissions.has(permission))
  if (missing)
    throw invalid(
      'permissions',
      t`You do not have this permission yourself: ${translate(permissions[missing])}`,
    )
  if (expiresAt && Date.parse(expiresAt) / 1000 <= (await databaseSeconds(tx)))
    throw invalid('expiresAt', t`Choose a time in the future`)
}
