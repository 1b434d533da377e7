import { t } from '#texts'
import { assertVisible } from '../applications/assert-visible.ts'
import type { Database } from '../database/connect.ts'
import { conflict, notFound } from '../http/app-error.ts'
import type { Actor } from '../session/actor.ts'

/** An application of the person called, locked. */
export interface CalledApplication {
  id: string
  position_id: string
  last_contact_at: string | null
}

/**
 * Locks who was called about which application; everyone locks the person before their applications. When they
 * asked not to be called, all their applications change, so all are locked.
 * @throws NOT_FOUND; CONFLICT when the person must not be called
 */
export async function lockCalled(
  tx: Database,
  actor: Actor,
  applicationId: string,
  asksNotToBeCalled: boolean,
): Promise<{ candidateId: string; application: CalledApplication; others: CalledApplication[] }> {
  const { candidate_id: candidateId } = await assertVisible(tx, actor, applicationId)
  const person = tx
    .selectFrom('candidates')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', candidateId)
    .select('do_not_call')
  const { do_not_call: doNotCall } = await (asksNotToBeCalled
    ? person.forNoKeyUpdate()
    : person.forShare()
  ).executeTakeFirstOrThrow()
  if (doNotCall && !asksNotToBeCalled) throw conflict(t`This person asked not to be called`)
  const locked = await tx
    .selectFrom('applications')
    .where('workspace_id', '=', actor.workspaceId)
    .where('candidate_id', '=', candidateId)
    .where('deleted_at', 'is', null)
    .$if(!asksNotToBeCalled, (query) => query.where('id', '=', applicationId))
    .orderBy('id')
    .select(['id', 'position_id', 'last_contact_at'])
    .forUpdate()
    .execute()
  const application = locked.find(({ id }) => id === applicationId)
  if (!application) throw notFound(t`Application`)
  return { candidateId, application, others: locked.filter((one) => one !== application) }
}
