import type { positionStates } from '@muster/contract/position-states.ts'
import type { position, positionDetails, status } from '@muster/contract/positions.ts'
import { type StatusType, statusTypeKeys, statusTypeRank } from '@muster/contract/status-types.ts'
import { type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { countOpeningsFilled } from '../applications/openings-filled.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { applicationScope } from '../policies/application-policy.ts'
import { visibleValues } from '../policies/field-policy.ts'
import { positionAbilities, positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'

/** Selects the positions the actor may see, with names and with the number of visible applications by type. */
export function selectPositions(db: Database, actor: Actor) {
  return db
    .selectFrom('positions')
    .innerJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'positions.workspace_id')
        .onRef('companies.id', '=', 'positions.company_id'),
    )
    .leftJoin('pipelines', (join) =>
      join
        .onRef('pipelines.workspace_id', '=', 'positions.workspace_id')
        .onRef('pipelines.id', '=', 'positions.pipeline_id')
        .on('pipelines.deleted_at', 'is', null),
    )
    .leftJoin('users as owners', (join) =>
      join
        .onRef('owners.workspace_id', '=', 'positions.workspace_id')
        .onRef('owners.id', '=', 'positions.owner_id'),
    )
    .leftJoin('users as managers', (join) =>
      join
        .onRef('managers.workspace_id', '=', 'positions.workspace_id')
        .onRef('managers.id', '=', 'positions.hiring_manager_id'),
    )
    .where('positions.workspace_id', '=', actor.workspaceId)
    .where(positionScope(actor))
    .selectAll('positions')
    .select(['companies.name as company_name', 'pipelines.name as pipeline_name'])
    .select(['owners.name as owner_name', 'managers.name as hiring_manager_name'])
    .select(
      sql<Partial<Record<StatusType, number>>>`(
        select coalesce(jsonb_object_agg(by_type.status_type, by_type.n), '{}')
        from (
          select status_type, count(*)::int as n from applications
          where applications.workspace_id = positions.workspace_id and applications.position_id = positions.id
            and applications.deleted_at is null and ${applicationScope(actor)}
          group by status_type
        ) as by_type
      )`.as('counts'),
    )
    .select(visibleValues(actor, 'position', 'positions').as('visible_values'))
    .select(countOpeningsFilled(actor).as('openings_filled'))
}

/** Counts visible applications that reached each type or went further; for `closed`, those in it. */
async function countReached(db: Database, actor: Actor, positionId: string, closed: number) {
  const rows = await db
    .selectFrom('applications')
    .where('applications.workspace_id', '=', actor.workspaceId)
    .where('applications.position_id', '=', positionId)
    .where('applications.deleted_at', 'is', null)
    .where(applicationScope(actor))
    .groupBy('applications.reached')
    .select(['applications.reached', sql<number>`count(*)::int`.as('n')])
    .execute()
  const atLeast = (rank: number) => rows.reduce((sum, { reached, n }) => (reached >= rank ? sum + n : sum), 0)
  return Object.fromEntries(
    statusTypeKeys.map((type) => [type, type === 'closed' ? closed : atLeast(statusTypeRank(type))]),
  ) as Record<StatusType, number>
}

type PositionRow = Awaited<ReturnType<ReturnType<typeof selectPositions>['executeTakeFirstOrThrow']>>

function named(id: string | null, name: string | null): { id: string; name: string } | null {
  return id && name !== null ? { id, name } : null
}

export function presentPosition(row: PositionRow, actor: Actor): z.input<typeof position> {
  const counts = Object.fromEntries(statusTypeKeys.map((type) => [type, row.counts[type] ?? 0])) as Record<
    StatusType,
    number
  >
  return {
    id: row.id,
    name: row.name,
    company: { id: row.company_id, name: row.company_name },
    pipeline: named(row.pipeline_id, row.pipeline_name),
    state: row.state as (typeof positionStates)[number],
    openings: row.openings,
    hired: row.openings_filled,
    location: row.location,
    description: row.description,
    owner: named(row.owner_id, row.owner_name),
    hiringManager: named(row.hiring_manager_id, row.hiring_manager_name),
    openedAt: row.opened_at,
    closedAt: row.closed_at,
    customFields: row.visible_values,
    counts,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    deletedAt: row.deleted_at,
    can: positionAbilities(actor, row),
  }
}

export function presentStatus(row: Selectable<DB['statuses']>): z.input<typeof status> {
  return {
    id: row.id,
    positionId: row.position_id,
    name: row.name,
    type: row.type as StatusType,
    color: row.color,
    slaDays: row.sla_days,
    order: row.ordinal,
    version: row.version,
  }
}

export function statusesOf(db: Database, workspaceId: string, positionId: string) {
  return db
    .selectFrom('statuses')
    .where('workspace_id', '=', workspaceId)
    .where('position_id', '=', positionId)
    .where('deleted_at', 'is', null)
    .orderBy('ordinal')
    .selectAll()
    .execute()
}

/** @throws NOT_FOUND also for another workspace's position, one out of the actor's scope, and a deleted one */
export async function loadPosition(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof positionDetails>> {
  const row = await selectPositions(db, actor)
    .where('positions.id', '=', id)
    .where('positions.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound(t`Position`)
  const statuses = await statusesOf(db, actor.workspaceId, id)
  const presented = presentPosition(row, actor)
  return {
    ...presented,
    statuses: statuses.map(presentStatus),
    reached: await countReached(db, actor, id, presented.counts.closed),
  }
}
