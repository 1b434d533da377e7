import type { QueueReason } from '@muster/contract/call-queues.ts'
import { closedReasons } from '@muster/contract/call-queues.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { conflict } from '../app-error.ts'
import { findQueues } from '../call-queues/load-queue.ts'
import { queuePeople } from '../call-queues/queue-people.ts'
import type { Database } from '../database/connect.ts'
import type { Actor } from '../session/actor.ts'

/** The rules that hold at each call. How often somebody is called is a matter of the claim: a caller may dial again. */
const dialRules = ['no_phone', 'do_not_call', 'consent_withdrawn', ...closedReasons] as const

type DialRule = (typeof dialRules)[number]

const outsideHours = () => t`It is outside calling hours where this person is`

const refusals: Record<DialRule, () => string> = {
  no_phone: () => t`This person has no phone number`,
  do_not_call: () => t`This candidate asked not to be called`,
  consent_withdrawn: () => t`This person withdrew their consent to calls`,
  public_holiday: outsideHours,
  outside_hours: outsideHours,
  stricter_hours: outsideHours,
}

function refusalOf(reason: QueueReason): string | undefined {
  return Object.hasOwn(refusals, reason) ? refusals[reason as DialRule]() : undefined
}

export interface ClaimedPerson {
  applicationId: string
  candidateId: string
  queueId: string
  phone: string
}

/**
 * Returns the person whom the user has claimed in a call queue at this moment.
 * @throws CONFLICT if the user does not have this person, or if the person may not be called now
 */
export async function loadClaimedPerson(
  tx: Database,
  actor: Actor,
  applicationId: string,
): Promise<ClaimedPerson> {
  const lost = () => conflict(t`You do not have this person any longer. Take the next one.`)
  const claim = await tx
    .selectFrom('call_claims')
    .where('workspace_id', '=', actor.workspaceId)
    .where('user_id', '=', actor.userId)
    .where('application_id', '=', applicationId)
    .where('skipped', '=', false)
    .where('until', '>', sql<string>`now()`)
    .select('queue_id')
    .executeTakeFirst()
  const [queue] = claim ? await findQueues(tx, actor.workspaceId, claim.queue_id) : []
  if (!queue) throw lost()
  const people = await queuePeople(tx, actor, queue, { userId: actor.userId, rules: dialRules })
  const person = await people.select
    .where('applications.id', '=', applicationId)
    .select(['candidates.phone', 'applications.candidate_id', people.reason.as('reason')])
    .executeTakeFirst()
  if (!person) throw lost()
  const refusal = refusalOf(person.reason)
  if (refusal) throw conflict(refusal)
  return { applicationId, candidateId: person.candidate_id, queueId: queue.id, phone: person.phone! }
}
