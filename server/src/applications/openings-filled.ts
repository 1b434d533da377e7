import type { applicationFilters } from '@muster/contract/application-filters.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../session/actor.ts'
import { applicationScope } from './application-policy.ts'

/** Of the row `position`, the hires that fill an opening: the earliest, as many as it has openings. */
function fillingHires(position: string, columns: RawBuilder<unknown>): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${position}.${column}`)
  return sql`
    select ${columns} from applications as hire
    where hire.workspace_id = ${of('workspace_id')} and hire.position_id = ${of('id')}
      and hire.status_type = 'hired' and hire.deleted_at is null
    order by hire.closed_at, hire.id limit ${of('openings')}
  `
}

/** How many openings of the row `positions` are filled by applications the actor may see. */
export function countOpeningsFilled(actor: Actor): RawBuilder<number> {
  const hires = fillingHires('positions', sql`hire.position_id, hire.owner_id, hire.reached`)
  return sql<number>`(select count(*)::int from (${hires}) as applications where ${applicationScope(actor)})`
}

type Narrowing = Pick<z.output<typeof applicationFilters>, 'positionId' | 'companyId' | 'positionState'>

/**
 * Whether an application is a hire that fills an opening, as a condition on `applications`. A hire fills one or not
 * whoever looks, so filters and row scopes only narrow. `narrowing` saves reading hires of other positions.
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
