import type { sourceCost } from '@muster/contract/source-costs.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import type { Database } from '../database/connect.ts'

/** Selects the costs of a workspace with the names of those who set them. */
export function selectSourceCosts(db: Database, workspaceId: string) {
  return db
    .selectFrom('source_costs')
    .leftJoin('users', (join) =>
      join
        .onRef('users.workspace_id', '=', 'source_costs.workspace_id')
        .onRef('users.id', '=', 'source_costs.updated_by'),
    )
    .where('source_costs.workspace_id', '=', workspaceId)
    .selectAll('source_costs')
    .select('users.name as user_name')
}

export type SourceCostRow = Awaited<
  ReturnType<ReturnType<typeof selectSourceCosts>['executeTakeFirstOrThrow']>
>

export function presentSourceCost(row: SourceCostRow): z.input<typeof sourceCost> {
  return {
    id: row.id,
    source: row.source,
    month: row.month,
    amount: { minor: row.amount_minor, currency: row.currency },
    version: row.version,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by === null ? null : { id: row.updated_by, name: row.user_name ?? '' },
  }
}

/** @throws NOT_FOUND also for a cost of another workspace */
export async function loadSourceCost(db: Database, workspaceId: string, id: string): Promise<SourceCostRow> {
  const row = await selectSourceCosts(db, workspaceId).where('source_costs.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(t`Cost of a source`)
  return row
}
