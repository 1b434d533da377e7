import * as contract from '@muster/contract/goals.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { fetchCountedPage, type Rows } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { type GoalRow, selectGoals } from './load-goal.ts'
import { presentGoals } from './present-goals.ts'

interface GoalFilters {
  positionId?: string[] | undefined
  ownerId?: string[] | undefined
}

/** Selects the goals of a list that the actor may see. */
export function findGoals(db: Database, actor: Actor, { positionId, ownerId }: GoalFilters) {
  return selectGoals(db, actor)
    .$if(!!positionId?.length, (rows) => rows.where('goals.position_id', 'in', positionId!))
    .$if(!!ownerId?.length, (rows) => rows.where('goals.owner_id', 'in', ownerId!))
}

export const inOrder = (descending: boolean) => ({
  expression: sql`(lower(coalesce(positions.name, owners.name)) || ' ' || goals.measure || ' ' || goals.period)`,
  type: 'text' as const,
  descending,
})

export const listGoals = handler(contract.listGoals, async ({ tx, actor, query }) => {
  const page = await fetchCountedPage(
    tx,
    findGoals(tx, actor, query) as unknown as Rows<GoalRow>,
    'goals.id',
    inOrder(query.sort === '-name'),
    query,
  )
  return {
    items: await presentGoals(tx, actor, page.rows),
    nextCursor: page.nextCursor,
    total: page.total,
  }
})
