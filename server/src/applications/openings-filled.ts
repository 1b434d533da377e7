import type { applicationFilters } from '@muster/contract/application-filters.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { applicationScope } from '../policies/application-policy.ts'
import type { Actor } from '../session/actor.ts'

/** Selects the hires that fill the openings of the row `position`: the earliest, up to its number of openings. */
function fillingHires(position: string, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${position}.${column}`)
  return sql`
    select ${columns} from applications as hire
    where hire.workspace_id = ${of('workspace_id')} and hire.position_id = ${of('id')}
      and hire.status_type = 'hired' and hire.deleted_at is null
    order by hire.closed_at, hire.id limit ${of('openings')}
  `
}

/** Counts the filled openings of the row `positions`, by applications the actor may see. */
export function countOpeningsFilled(actor: Actor): RawBuilder<number> {
  const hires = fillingHires('positions', sql`hire.position_id, hire.owner_id, hire.reached`)
  return sql<number>`(select count(*)::int from (${hires}) as applications where ${applicationScope(actor)})`
}

type Narrowing = Pick<z.output<typeof applicationFilters>, 'positionId' | 'companyId' | 'positionState'>

/**
 * Returns a condition on `applications` for hires that fill an opening. Whether a hire fills one does not depend on the
 * viewer, so filters and row scopes only narrow the result. `narrowing` avoids reading hires of other positions.
 */
export function fillsOpening(actor: Actor, narrowing: Narrowing): RawBuilder<SqlBool> {
  const conditions = [sql`position.workspace_id = ${actor.workspaceId}`, sql`position.deleted_at is null`]
  const { positionId, companyId, positionState } = narrowing
  if (positionId?.length) conditions.push(sql`position.id = any(${positionId}::uuid[])`)
  if (companyId?.length) conditions.push(sql`position.company_id = any(${companyId}::uuid[])`)
  if (positionState?.length) conditions.push(sql`position.state = any(${positionState}::text[])`)
  return sql<SqlBool>`applications.id in (
    select filling.id from positions as position
    cross join lateral (${fillingHires('position', sql`hire.id`)}) as filling
    where ${sql.join(conditions, sql` and `)}
  )`
}
