import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { invalid, notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { positionScope } from '../policies/position-policy.ts'
import { selectVisible } from '../policies/visible-applications.ts'
import type { Actor } from '../session/actor.ts'
import type { Placement } from './place-applications.ts'

export interface BoardColumn {
  /** The id of the position's status, or of the pipeline's stage. */
  id: string
  name: string
  type: StatusType
  color: string
  slaDays: number | null
  /**
   * The statuses whose applications are in the column, as a PostgreSQL array literal: a pipeline has thousands, which
   * come from the database only to go back. Then their count and their types.
   */
  statusIds: string
  statusCount: number
  statusTypes: StatusType[]
}

export interface BoardSubject {
  id: string
  kind: 'position' | 'pipeline'
  name: string
  company: { id: string; name: string } | null
  openings: number | null
  columns: BoardColumn[]
}

function findPosition(tx: Database, actor: Actor, id: string) {
  return tx
    .selectFrom('positions')
    .innerJoin('companies', (join) =>
      join
        .onRef('companies.workspace_id', '=', 'positions.workspace_id')
        .onRef('companies.id', '=', 'positions.company_id'),
    )
    .where('positions.workspace_id', '=', actor.workspaceId)
    .where('positions.id', '=', id)
    .where('positions.deleted_at', 'is', null)
    .where(positionScope(actor))
    .select([
      'positions.name',
      'positions.openings',
      'companies.id as company_id',
      'companies.name as company_name',
    ])
    .executeTakeFirst()
}

async function loadPosition(tx: Database, actor: Actor, id: string): Promise<BoardSubject | null> {
  const position = await findPosition(tx, actor, id)
  if (!position) return null
  const statuses = await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', actor.workspaceId)
    .where('position_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('ordinal')
    .select(['id', 'name', 'type', 'color', 'sla_days'])
    .execute()
  return {
    id,
    kind: 'position',
    name: position.name,
    company: { id: position.company_id, name: position.company_name },
    openings: position.openings,
    columns: statuses.map((status) => ({
      id: status.id,
      name: status.name,
      type: status.type as StatusType,
      color: status.color,
      slaDays: status.sla_days,
      statusIds: `{${status.id}}`,
      statusCount: 1,
      statusTypes: [status.type as StatusType],
    })),
  }
}

async function findPipeline(tx: Database, actor: Actor, id: string) {
  if (!actor.permissions.has('pipelines:read')) return undefined
  return tx
    .selectFrom('pipelines')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('name')
    .executeTakeFirst()
}

export interface PositionFilter {
  positionId?: readonly string[] | undefined
  companyId?: readonly string[] | undefined
}

async function loadPipeline(
  tx: Database,
  actor: Actor,
  id: string,
  { positionId, companyId }: PositionFilter,
): Promise<BoardSubject | null> {
  const pipeline = await findPipeline(tx, actor, id)
  if (!pipeline) return null
  const stages = await tx
    .selectFrom('stages')
    .where('workspace_id', '=', actor.workspaceId)
    .where('pipeline_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('ordinal')
    .select(['id', 'name', 'type', 'color', 'sla_days'])
    .execute()
  const columns = stages.map((stage) => ({
    id: stage.id,
    name: stage.name,
    type: stage.type as StatusType,
    color: stage.color,
    slaDays: stage.sla_days,
    statusIds: '{}',
    statusCount: 0,
    statusTypes: [] as StatusType[],
  }))
  const statuses = await tx
    .selectFrom('statuses')
    .innerJoin('positions', (join) =>
      join
        .onRef('positions.workspace_id', '=', 'statuses.workspace_id')
        .onRef('positions.id', '=', 'statuses.position_id'),
    )
    .where('statuses.workspace_id', '=', actor.workspaceId)
    .where('positions.pipeline_id', '=', id)
    .where('positions.state', '=', 'open')
    .where('positions.deleted_at', 'is', null)
    .where('statuses.deleted_at', 'is', null)
    .where(positionScope(actor))
    .$if(Boolean(positionId?.length), (query) =>
      query.where(sql<boolean>`positions.id = any(${positionId}::uuid[])`),
    )
    .$if(Boolean(companyId?.length), (query) =>
      query.where(sql<boolean>`positions.company_id = any(${companyId}::uuid[])`),
    )
    .groupBy(['statuses.stage_id', 'statuses.type'])
    .orderBy(sql`min(statuses.ordinal)`)
    .select(['statuses.stage_id', 'statuses.type'])
    .select(sql<string>`array_agg(statuses.id)::text`.as('ids'))
    .select(sql<number>`count(*)::int`.as('count'))
    .execute()
  for (const { stage_id, type, ids, count } of statuses) {
    const column = columnOf(columns, { stage_id, type })
    if (!column) continue
    column.statusIds = column.statusCount > 0 ? `${column.statusIds.slice(0, -1)},${ids.slice(1)}` : ids
    column.statusCount += count
    if (!column.statusTypes.includes(type as StatusType)) column.statusTypes.push(type as StatusType)
  }
  return { id, kind: 'pipeline', name: pipeline.name, company: null, openings: null, columns }
}

/**
 * Assigns a status to its stage's column. One that the position added goes to the first column of its type, else the
 * last column.
 */
function columnOf(
  columns: BoardColumn[],
  status: { stage_id: string | null; type: string },
): BoardColumn | undefined {
  return (
    columns.find((column) => column.id === status.stage_id) ??
    columns.find((column) => column.type === status.type) ??
    columns.at(-1)
  )
}

/** @throws NOT_FOUND when the actor may see no such board */
export async function assertBoardVisible(tx: Database, actor: Actor, id: string): Promise<void> {
  const found = (await findPosition(tx, actor, id)) ?? (await findPipeline(tx, actor, id))
  if (!found) throw notFound(t`Board`)
}

/**
 * Loads what a board's id refers to: a position, or a pipeline with all open positions made from it.
 * @throws NOT_FOUND
 */
export async function loadBoardSubject(
  tx: Database,
  actor: Actor,
  id: string,
  positions: PositionFilter = {},
): Promise<BoardSubject> {
  const subject = (await loadPosition(tx, actor, id)) ?? (await loadPipeline(tx, actor, id, positions))
  if (!subject) throw notFound(t`Board`)
  return subject
}

/**
 * Returns the statuses that applications enter when dropped on a column. On a pipeline's board, each stays in its
 * position.
 * @throws NOT_FOUND, or VALIDATION for a column of another board
 */
export async function targetsOnBoard(
  tx: Database,
  actor: Actor,
  subject: BoardSubject,
  applicationIds: readonly string[],
  columnId: string,
): Promise<Placement[]> {
  const column = subject.columns.find((one) => one.id === columnId)
  if (!column) {
    const exists = await tx
      .selectFrom('statuses')
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', columnId)
      .select('id')
      .executeTakeFirst()
    if (!exists) throw notFound(t`Status`)
    throw invalid('toStatusId', t`This status belongs to another position`)
  }
  if (subject.kind === 'position') return [{ statusId: column.id, applicationIds }]
  const rows = await selectVisible(tx, actor)
    .where(sql<boolean>`applications.id = any(${applicationIds}::uuid[])`)
    .leftJoin('statuses', (join) =>
      join
        .onRef('statuses.workspace_id', '=', 'applications.workspace_id')
        .onRef('statuses.position_id', '=', 'applications.position_id')
        .on(sql<boolean>`statuses.id = any(${column.statusIds}::uuid[])`),
    )
    .orderBy('statuses.ordinal')
    .select(['applications.id', 'applications.status_id as current', 'statuses.id as status_id'])
    .execute()
  const placements = new Map<string, string[]>()
  for (const applicationId of applicationIds) {
    const options = rows.filter((row) => row.id === applicationId)
    if (options.length === 0) throw notFound(t`Application`)
    // An application that is already in one of the column's statuses stays there.
    const statusId = options.find((row) => row.status_id === row.current)?.status_id ?? options[0]?.status_id
    if (!statusId) throw invalid('toStatusId', t`The application's position has no status "${column.name}"`)
    placements.set(statusId, [...(placements.get(statusId) ?? []), applicationId])
  }
  return [...placements].map(([statusId, ids]) => ({ statusId, applicationIds: ids }))
}
