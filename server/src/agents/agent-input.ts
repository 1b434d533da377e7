import type { updateAgent } from '@muster/contract/agents.ts'
import type { BodyOf } from '@muster/contract/endpoint.ts'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import { normaliseContact } from '../candidates/normalise-contact.ts'
import { assertTimezone } from '../database/assert-timezone.ts'
import { changedColumns } from '../database/changed-columns.ts'
import type { Database } from '../database/connect.ts'
import { announce } from '../live/announce.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'
import { assertStaff } from '../users/assert-staff.ts'

type Input = Omit<BodyOf<typeof updateAgent>, 'version'>

const columns = {
  name: 'name',
  status: 'status',
  capacity: 'capacity',
  phone: 'phone',
  provider: 'provider',
  providerAgentId: 'provider_agent_id',
  userId: 'user_id',
  timezone: 'timezone',
} as const

/** Only a person is a colleague, and only a voice agent is somebody's product. */
function checkKind(kind: 'human' | 'voice', { userId, provider, providerAgentId }: Input): void {
  if (kind === 'voice' && userId) throw invalid('userId', t`Only a human agent can be linked to a user`)
  if (kind === 'human' && provider) throw invalid('provider', t`Only voice agents have a provider`)
  if (kind === 'human' && providerAgentId)
    throw invalid('providerAgentId', t`Only voice agents have a provider`)
}

/**
 * The columns of `agents` that an input sets.
 * @throws VALIDATION on the field that cannot be as sent
 */
export async function agentColumns(tx: Database, actor: Actor, kind: 'human' | 'voice', input: Input) {
  checkKind(kind, input)
  if (input.timezone) await assertTimezone(tx, input.timezone)
  await assertStaff(tx, actor, input.userId, 'userId')
  const { phone } = normaliseContact({ phone: input.phone }, actor.workspace.defaultCountry)
  return {
    ...changedColumns({ ...input, phone }, columns),
    ...(input.languages && { languages: [...new Set(input.languages)] }),
    ...(input.hours !== undefined && { hours: input.hours && JSON.stringify(input.hours) }),
  }
}

/**
 * Makes these, of the positions the actor sees, those an agent works on; left out, they stay.
 * @throws VALIDATION when there is no such position for them
 */
export async function setPositions(
  tx: Database,
  actor: Actor,
  agentId: string,
  positionIds: readonly string[] | undefined,
): Promise<void> {
  if (!positionIds) return
  const { workspaceId } = actor
  const ids = [...new Set(positionIds)]
  const seen = tx
    .selectFrom('positions')
    .where('positions.workspace_id', '=', workspaceId)
    .where(positionScope(actor))
    .select('positions.id')
  const known = await seen
    .where('positions.deleted_at', 'is', null)
    .$if(ids.length > 0, (query) => query.where('positions.id', 'in', ids))
    .limit(ids.length)
    .execute()
  if (known.length < ids.length) throw invalid('positionIds', t`Position not found`)
  await tx
    .deleteFrom('agent_positions')
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', '=', agentId)
    .where('position_id', 'in', seen)
    .execute()
  if (ids.length > 0)
    await tx
      .insertInto('agent_positions')
      .values(ids.map((id) => ({ workspace_id: workspaceId, agent_id: agentId, position_id: id })))
      .execute()
}

/** Tells everyone in the workspace that an agent is other than it was. */
export function announceAgent(tx: Database, actor: Actor, agentId: string): Promise<void> {
  return announce(tx, actor.workspaceId, {
    kind: 'agents-changed',
    agentIds: [agentId],
    actorId: actor.userId,
  })
}
