import * as contract from '@muster/contract/board.ts'
import { sql } from 'kysely'
import { allOf } from '../applications/filter-applications.ts'
import type { Database } from '../database/connect.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { type BoardSubject, loadBoardSubject } from './board-subject.ts'
import { type CardFilters, cardConditions, inColumn } from './card-conditions.ts'

interface Counted {
  laneId: string | null
  name: string | null
  columnId: string
  count: number
}

/** Only the newest cards of a longer column are grouped. An owner or company with none of these gets no lane. */
const maxCounted = 5_000

/** Counts the cards of each owner, or each company by its positions' statuses, in each column. */
async function countLanes(
  db: Database,
  actor: Actor,
  subject: BoardSubject,
  group: (typeof contract.laneGroups)[number],
  filters: CardFilters,
): Promise<Counted[]> {
  if (subject.columns.length === 0) return []
  const key = group === 'owner' ? sql`applications.owner_id` : sql`applications.position_id`
  const conditions = await cardConditions(db, actor, filters)
  const byColumn = subject.columns.map(
    (column) => sql`
      select key, ${column.id}::uuid as column_id, count(*)::int as count
      from (
        select ${key} as key from applications where ${allOf([...conditions, inColumn(column)])}
        order by applications.last_activity_at desc limit ${maxCounted}
      ) as newest group by 1`,
  )
  const counted = sql`with counted as (${sql.join(byColumn, sql` union all `)})`
  const { rows } =
    group === 'owner'
      ? await sql<Counted>`${counted}
          select counted.key as "laneId", users.name, column_id as "columnId", count
          from counted left join users on users.workspace_id = ${actor.workspaceId} and users.id = counted.key
          order by users.id is null, users.id <> ${actor.userId}, lower(users.name), users.id`.execute(db)
      : await sql<Counted>`${counted}
          select companies.id as "laneId", companies.name, column_id as "columnId", sum(count)::int as count
          from counted
          join positions on positions.workspace_id = ${actor.workspaceId} and positions.id = counted.key
          join companies on companies.workspace_id = ${actor.workspaceId} and companies.id = positions.company_id
          group by companies.id, companies.name, column_id
          order by lower(companies.name), companies.id`.execute(db)
  return rows
}

export const listBoardLanes = handler(contract.listBoardLanes, async ({ tx, actor, params, query }) => {
  const { group, ...filters } = query
  const subject = await loadBoardSubject(tx, actor, params.id, filters)
  const lanes = new Map<
    string,
    { id: string; name: string | null; counts: { columnId: string; count: number }[] }
  >()
  for (const { laneId, name, columnId, count } of await countLanes(tx, actor, subject, group, filters)) {
    const id = laneId ?? 'none'
    const lane = lanes.get(id) ?? { id, name, counts: [] }
    lane.counts.push({ columnId, count })
    lanes.set(id, lane)
  }
  return { lanes: [...lanes.values()] }
})
