import type { LiveEvent } from '@muster/contract/events.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { EventScope } from '../live/event-outlet.ts'
import { applicationScope, seesAllApplications } from '../policies/application-policy.ts'
import { candidateScope } from '../policies/candidate-policy.ts'
import { positionScope } from '../policies/position-policy.ts'
import { userScope } from '../policies/user-scope.ts'
import type { Actor } from '../session/actor.ts'

/** The rows named by events that a user may see. */
interface VisibleRows {
  applications: Map<string, string>
  candidates: Set<string>
  positions: Set<string>
  statuses: Map<string, string>
  /** Board ids that are not positions: pipelines. */
  pipelines: Set<string>
  users: Set<string>
}

function namedIn(events: readonly LiveEvent[]) {
  const named = {
    applications: new Set<string>(),
    candidates: new Set<string>(),
    positions: new Set<string>(),
    statuses: new Set<string>(),
    boards: new Set<string>(),
    users: new Set<string>(),
  }
  const add = (kind: keyof typeof named, ids: readonly string[]) => {
    for (const id of ids) named[kind].add(id)
  }
  for (const event of events) {
    if ('applicationIds' in event) add('applications', event.applicationIds)
    if ('applicationId' in event) add('applications', [event.applicationId])
    if ('candidateIds' in event) add('candidates', event.candidateIds)
    if ('positionIds' in event) add('positions', event.positionIds)
    if ('toStatusIds' in event) add('statuses', event.toStatusIds)
    if (event.kind === 'users-changed') add('users', event.userIds)
    if (event.kind === 'presence-changed') {
      add(event.subjectType === 'board' ? 'boards' : 'applications', [event.subjectId])
      add('users', event.actorId ? [event.actorId] : [])
    }
  }
  return named
}

async function lookUp(db: Database, actor: Actor, events: readonly LiveEvent[]): Promise<VisibleRows> {
  const { workspaceId } = actor
  const named = namedIn(events)
  const ask = async <Row>(ids: Set<string>, query: (among: string[]) => ReturnType<typeof sql<Row>>) =>
    ids.size === 0 ? [] : (await query([...ids]).execute(db)).rows
  const [applications, candidates, positions, statuses, boards, users] = await Promise.all([
    ask(
      named.applications,
      (ids) => sql<{ id: string; position_id: string }>`
        select applications.id, applications.position_id from applications
        where applications.workspace_id = ${workspaceId} and applications.id = any(${ids}::uuid[])
          and ${applicationScope(actor)}`,
    ),
    ask(
      named.candidates,
      (ids) => sql<{ id: string }>`
        select candidates.id from candidates
        where candidates.workspace_id = ${workspaceId} and candidates.id = any(${ids}::uuid[])
          and ${candidateScope(actor)}`,
    ),
    ask(
      new Set([...named.positions, ...named.boards]),
      (ids) => sql<{ id: string }>`
        select positions.id from positions
        where positions.workspace_id = ${workspaceId} and positions.id = any(${ids}::uuid[])
          and ${positionScope(actor)}`,
    ),
    ask(
      named.statuses,
      (ids) => sql<{ id: string; position_id: string }>`
        select id, position_id from statuses where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
    ),
    ask(
      named.boards,
      (ids) => sql<{ id: string }>`
        select id from pipelines where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`,
    ),
    ask(
      named.users,
      (ids) => sql<{ id: string }>`
        select users.id from users where users.workspace_id = ${workspaceId} and users.id = any(${ids}::uuid[])
          and ${userScope(actor)}`,
    ),
  ])
  const idsOf = (rows: readonly { id: string }[]) => new Set(rows.map(({ id }) => id))
  const placed = (rows: readonly { id: string; position_id: string }[]) =>
    new Map(rows.map((row) => [row.id, row.position_id]))
  return {
    applications: placed(applications),
    candidates: idsOf(candidates),
    positions: idsOf(positions),
    statuses: placed(statuses),
    pipelines: idsOf(boards),
    users: idsOf(users),
  }
}

/** Reduces an event to the visible applications. Without ids, the event asks everyone to reload and names nothing. */
function narrowApplications(
  event: Extract<LiveEvent, { kind: 'applications-changed' | 'applications-moved' }>,
  sight: VisibleRows,
): LiveEvent | null {
  const everyone = event.applicationIds.length === 0
  const applicationIds = event.applicationIds.filter((id) => sight.applications.has(id))
  if (!everyone && applicationIds.length === 0) return null
  const visiblePositions = new Set(applicationIds.map((id) => sight.applications.get(id)))
  const isKnown = (positionId: string | undefined) =>
    positionId !== undefined &&
    (everyone ? sight.positions.has(positionId) : visiblePositions.has(positionId))
  const positionIds = event.positionIds.filter(isKnown)
  if (event.kind === 'applications-changed') return { ...event, applicationIds, positionIds }
  const toStatusIds = event.toStatusIds.filter((id) => isKnown(sight.statuses.get(id)))
  return { ...event, applicationIds, positionIds, toStatusIds }
}

function narrow(event: LiveEvent, sight: VisibleRows): LiveEvent | null {
  switch (event.kind) {
    case 'applications-changed':
    case 'applications-moved':
      return narrowApplications(event, sight)
    case 'activity-logged':
      return sight.applications.has(event.applicationId) ? event : null
    case 'claims-changed': {
      const applicationIds = event.applicationIds.filter((id) => sight.applications.has(id))
      return applicationIds.length > 0 ? { ...event, applicationIds } : null
    }
    case 'candidates-changed': {
      const candidateIds = event.candidateIds.filter((id) => sight.candidates.has(id))
      return candidateIds.length > 0 ? { ...event, candidateIds } : null
    }
    case 'positions-changed': {
      const positionIds = event.positionIds.filter((id) => sight.positions.has(id))
      return positionIds.length > 0 ? { ...event, positionIds } : null
    }
    case 'presence-changed': {
      const seen = [sight.applications, sight.positions, sight.pipelines]
      const isKnown = event.actorId === null || sight.users.has(event.actorId)
      return isKnown && seen.some((all) => all.has(event.subjectId)) ? event : null
    }
    case 'users-changed': {
      const userIds = event.userIds.filter((id) => sight.users.has(id))
      return userIds.length > 0 ? { ...event, userIds } : null
    }
    default:
      return event
  }
}

/** Events name rows, so a user who sees only some of the rows receives only those. */
export const scopeEvents: EventScope = (actor) =>
  seesAllApplications(actor)
    ? null
    : async ({ db }, events) => {
        const sight = await lookUp(db, actor, events)
        return events.map((event) => narrow(event, sight))
      }
