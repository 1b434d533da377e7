import { t } from '#texts'
import { forbidden } from '../app-error.ts'
import type { Actor } from '../session/actor.ts'
import { seesAllApplications } from './application-policy.ts'

/**
 * Costs are those of the whole workspace: beside the applications of a few positions they would say nothing true.
 * @throws FORBIDDEN for roles that see only some applications
 */
export function assertSeesCosts(actor: Pick<Actor, 'role'>): void {
  if (!seesAllApplications(actor))
    throw forbidden(t`Costs of sources are for those who see all applications of the workspace`)
}
