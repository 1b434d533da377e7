import { type StatusType, statusTypeKeys, statusTypes } from '@muster/contract/status-types.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'

export interface TestPosition {
  id: string
  companyId: string
  /** Status type → its status. */
  statuses: Record<StatusType, string>
}

/** Adds a position with a company of its own and one status of each type, as copied from the default pipeline. */
export async function addPosition(
  db: Database,
  workspaceId: string,
  more: { companyId?: string; hiringManagerId?: string; slaDays?: number } = {},
): Promise<TestPosition> {
  const id = newId()
  const companyId = more.companyId ?? newId()
  if (!more.companyId)
    await db
      .insertInto('companies')
      .values({ workspace_id: workspaceId, id: companyId, name: `Company ${companyId}` })
      .execute()
  const stages = await db
    .selectFrom('stages')
    .innerJoin('pipelines', 'pipelines.id', 'stages.pipeline_id')
    .where('stages.workspace_id', '=', workspaceId)
    .where('pipelines.is_default', '=', true)
    .select(['stages.id', 'stages.type', 'stages.pipeline_id'])
    .execute()
  await db
    .insertInto('positions')
    .values({
      workspace_id: workspaceId,
      id,
      name: `Position ${id.slice(-6)}`,
      company_id: companyId,
      pipeline_id: stages[0]?.pipeline_id ?? null,
      hiring_manager_id: more.hiringManagerId ?? null,
    })
    .execute()
  const statuses = Object.fromEntries(statusTypeKeys.map((type) => [type, newId()])) as Record<
    StatusType,
    string
  >
  await db
    .insertInto('statuses')
    .values(
      statusTypeKeys.map((type, ordinal) => ({
        workspace_id: workspaceId,
        id: statuses[type],
        position_id: id,
        stage_id: stages.find((stage) => stage.type === type)?.id ?? null,
        name: statusTypes[type].label,
        type,
        color: statusTypes[type].color,
        sla_days: more.slaDays ?? null,
        ordinal,
      })),
    )
    .execute()
  return { id, companyId, statuses }
}
