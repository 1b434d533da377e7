import type { outcomeRule, pipeline, stage } from '@muster/contract/pipelines.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import type { DB } from '../database/schema.generated.ts'
import { pipelineAbilities } from '../policies/pipeline-policy.ts'
import { positionScope } from '../policies/position-policy.ts'
import type { Actor } from '../session/actor.ts'

export function selectPipelines(db: Database, actor: Actor) {
  return db
    .selectFrom('pipelines')
    .where('pipelines.workspace_id', '=', actor.workspaceId)
    .selectAll('pipelines')
    .select((row) => [
      jsonArrayFrom(
        row
          .selectFrom('stages')
          .whereRef('stages.workspace_id', '=', 'pipelines.workspace_id')
          .whereRef('stages.pipeline_id', '=', 'pipelines.id')
          .where('stages.deleted_at', 'is', null)
          .orderBy('stages.ordinal')
          .selectAll('stages'),
      ).as('stages'),
      sql<number>`(
        select count(*)::int from positions
        where positions.workspace_id = pipelines.workspace_id and positions.pipeline_id = pipelines.id
          and positions.deleted_at is null and ${positionScope(actor)}
      )`.as('position_count'),
    ])
}

type PipelineRow = Awaited<ReturnType<ReturnType<typeof selectPipelines>['executeTakeFirstOrThrow']>>

export function presentStage(row: Selectable<DB['stages']>): z.input<typeof stage> {
  return {
    id: row.id,
    pipelineId: row.pipeline_id,
    name: row.name,
    type: row.type as StatusType,
    color: row.color,
    slaDays: row.sla_days,
    order: row.ordinal,
    version: row.version,
  }
}

export function presentPipeline(row: PipelineRow, actor: Actor): z.input<typeof pipeline> {
  return {
    id: row.id,
    name: row.name,
    isDefault: row.is_default,
    stages: row.stages.map(presentStage),
    outcomeRules: row.outcome_rules as unknown as z.output<typeof outcomeRule>[],
    positionCount: row.position_count,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.changed_at,
    deletedAt: row.deleted_at,
    can: pipelineAbilities(actor, row),
  }
}

/** @throws NOT_FOUND also for another workspace's pipeline, and for a deleted one */
export async function loadPipeline(
  db: Database,
  actor: Actor,
  id: string,
): Promise<z.input<typeof pipeline>> {
  const row = await selectPipelines(db, actor)
    .where('pipelines.id', '=', id)
    .where('pipelines.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound(t`Pipeline`)
  return presentPipeline(row, actor)
}
