import { sql } from 'kysely'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'

interface Position {
  workspace_id: string
  id: string
  closed_at: string | null
}

/**
 * Refuses an opening date that contradicts the position's history.
 * @throws VALIDATION when it is in the future, after the position closed, or after the first hire
 */
export async function checkOpenedAt(tx: Database, position: Position, openedAt: string): Promise<void> {
  const { rows } = await sql<{ now: string; hired: string | null }>`
    select now() as now, (
      select min(l.at) from activity_logs l
      join applications a on a.workspace_id = l.workspace_id and a.id = l.application_id and a.deleted_at is null
      where l.workspace_id = ${position.workspace_id} and l.position_id = ${position.id} and l.to_type = 'hired'
        and l.reverted_at is null
    ) as hired
  `.execute(tx)
  const { now, hired } = rows[0]!
  const at = Date.parse(openedAt)
  if (at > Date.parse(now)) throw invalid('openedAt', t`The opening date cannot be in the future`)
  if (position.closed_at !== null && at > Date.parse(position.closed_at))
    throw invalid('openedAt', t`The position was closed before that date`)
  if (hired !== null && at > Date.parse(hired))
    throw invalid(
      'openedAt',
      t`Someone was hired for this position before that date. Time to fill starts when the position opens.`,
    )
}
