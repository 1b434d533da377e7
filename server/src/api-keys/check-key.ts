import { type Permission, permissions } from '@muster/contract/permissions.ts'
import { t, translate } from '#texts'
import type { Database } from '../database/connect.ts'
import { databaseSeconds } from '../database/database-clock.ts'
import { invalid } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

interface Asked {
  permissions?: readonly Permission[] | undefined
  expiresAt?: string | null | undefined
}

/**
 * Nobody gives a key what they do not have themselves.
 * @throws VALIDATION
 */
export async function checkKey(
  tx: Database,
  actor: Actor,
  { permissions: asked, expiresAt }: Asked,
): Promise<void> {
  const missing = asked?.find((permission) => !actor.permissions.has(permission))
  if (missing)
    throw invalid('permissions', t`You do not have this right yourself: ${translate(permissions[missing])}`)
  if (expiresAt && Date.parse(expiresAt) / 1000 <= (await databaseSeconds(tx)))
    throw invalid('expiresAt', t`Choose a time to come`)
}
