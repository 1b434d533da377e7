import type { StatusType } from '@muster/contract/status-types.ts'
import { sql } from 'kysely'
import { selectVisible } from '../applications/present-application.ts'
import type { Database } from '../database/connect.ts'
import { invalid, notFound } from '../http/app-error.ts'
import { positionScope } from '../positions/position-policy.ts'
import type { Actor } from '../session/actor.ts'
import type { Placement } from './place-applications.ts'

export interface BoardColumn {
  /** Of the position's status, or of the pipeline's stage. */
  id: string
  name: string
  type: StatusType
  color: string
  slaDays: number | null
  /** The statuses whose applications stand in the column, and the types these have. */
  statusIds: string[]
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

async function loadPosition(tx: Database, actor: Actor, id: string): Promise<BoardSubject | null> {
  const position = await tx
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
      statusIds: [status.id],
      statusTypes: [status.type as StatusType],
    })),
  }
}

async function loadPipeline(tx: Database, actor: Actor, id: string): Promise<BoardSubject | null> {
  const pipeline = await tx
    .selectFrom('pipelines')
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('name')
    .executeTakeFirst()
  if (!pipeline || !actor.permissions.has('pipelines:read')) return null
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
    statusIds: [] as string[],
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
    .orderBy('statuses.ordinal')
    .select(['statuses.id', 'statuses.stage_id', 'statuses.type'])
    .execute()
  for (const status of statuses) {
    const column = columnOf(columns, status)
    column?.statusIds.push(status.id)
    if (!column?.statusTypes.includes(status.type as StatusType))
      column?.statusTypes.push(status.type as StatusType)
  }
  return { id, kind: 'pipeline', name: pipeline.name, company: null, openings: null, columns }
}

/** A status stands in its own stage's column; one the position added, in the first of its type, else the last column. */
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

/**
 * What a board's id names: a position, or a pipeline over all open positions made from it.
 * @throws NOT_FOUND
 */
export async function loadBoardSubject(tx: Database, actor: Actor, id: string): Promise<BoardSubject> {
  const subject = (await loadPosition(tx, actor, id)) ?? (await loadPipeline(tx, actor, id))
  if (!subject) throw notFound('Board')
  return subject
}

/**
 * The statuses the applications go to when dropped on a column: on a pipeline's board each stays in its position.
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
    const elsewhere = await tx
      .selectFrom('statuses')
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', columnId)
      .select('id')
      .executeTakeFirst()
    if (!elsewhere) throw notFound('Status')
    throw invalid('toStatusId', 'This status belongs to another position')
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
    if (options.length === 0) throw notFound('Application')
    // Already in one of the column's statuses: it stays there.
    const statusId = options.find((row) => row.status_id === row.current)?.status_id ?? options[0]?.status_id
    if (!statusId) throw invalid('toStatusId', `The application's position has no "${column.name}"`)
    placements.set(statusId, [...(placements.get(statusId) ?? []), applicationId])
  }
  return [...placements].map(([statusId, ids]) => ({ statusId, applicationIds: ids }))
}
