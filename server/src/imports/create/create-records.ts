import type { Database } from '../../database/connect.ts'
import { renumber } from '../../pipelines/renumber.ts'
import { assertStages } from '../../pipelines/stage-rules.ts'
import { assertPlanRoom } from '../../plans/plan-room.ts'
import { announcePosition } from '../../positions/announce-positions.ts'
import type { Actor } from '../../session/actor.ts'
import type { CreatedRecord } from './created-records.ts'
import type { PlannedRecords, PlannedStatus } from './plan-records.ts'

function statusColumns(
  workspaceId: string,
  positionId: string,
  { id, name, type, color, slaDays, stageId }: PlannedStatus,
) {
  return {
    ...{ workspace_id: workspaceId, position_id: positionId, id, name, type, color },
    ...{ sla_days: slaDays, stage_id: stageId },
  }
}

/**
 * Creates what was planned, and returns it.
 * @throws PLAN_LIMIT for more open positions than the plan allows; VALIDATION for statuses that break a rule
 */
export async function createRecords(
  tx: Database,
  actor: Actor,
  { companies, positions, extended }: PlannedRecords,
): Promise<CreatedRecord[]> {
  const { workspaceId } = actor
  for (const { statuses } of [...positions, ...extended]) assertStages(statuses, 'create.statuses')
  if (positions.length > 0) await assertPlanRoom(tx, actor, 'openPositions', positions.length)
  const rows = companies.map(({ id, name }) => ({ workspace_id: workspaceId, id, name }))
  if (rows.length > 0) await tx.insertInto('companies').values(rows).execute()
  for (const { id, name, company, pipelineId, statuses } of positions) {
    await tx
      .insertInto('positions')
      .values({
        ...{ workspace_id: workspaceId, id, name, company_id: company.id, pipeline_id: pipelineId },
        ...{ state: 'open', openings: 1, owner_id: actor.userId },
      })
      .execute()
    await tx
      .insertInto('statuses')
      .values(statuses.map((status, ordinal) => ({ ...statusColumns(workspaceId, id, status), ordinal })))
      .execute()
    await announcePosition(tx, actor, id)
  }
  for (const { position, statuses } of extended) {
    const added = statuses.filter(({ isNew }) => isNew)
    await tx
      .insertInto('statuses')
      .values(
        added.map((status, index) => ({
          ...statusColumns(workspaceId, position.id, status),
          ordinal: statuses.length + index,
        })),
      )
      .execute()
    await renumber(
      tx,
      'statuses',
      workspaceId,
      statuses.map(({ id }) => id),
    )
    await announcePosition(tx, actor, position.id)
  }
  return listRecords({ companies, positions, extended })
}

/** The planned records, in the order in which they depend on one another. */
export function listRecords({
  companies,
  positions,
  extended,
}: Pick<PlannedRecords, 'companies' | 'positions' | 'extended'>): CreatedRecord[] {
  const statusesOf = (position: { id: string; name: string }, statuses: readonly PlannedStatus[]) =>
    statuses
      .filter(({ isNew }) => isNew)
      .map(({ id, name }) => ({ kind: 'status' as const, id, name, within: position.name, removed: false }))
  return [
    ...companies.map(({ id, name }) => ({
      kind: 'company' as const,
      id,
      name,
      within: null,
      removed: false,
    })),
    ...positions.flatMap((position) => [
      {
        kind: 'position' as const,
        id: position.id,
        name: position.name,
        within: position.company.name,
        removed: false,
      },
      ...statusesOf(position, position.statuses),
    ]),
    ...extended.flatMap(({ position, statuses }) => statusesOf(position, statuses)),
  ]
}
