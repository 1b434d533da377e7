import * as contract from '@muster/contract/goals.ts'
import { sql } from 'kysely'
import { fetchCountedPage, type Rows } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { type GoalRow, selectGoals } from './load-goal.ts'
import { presentGoals } from './present-goals.ts'

const inOrder = (descending: boolean) => ({
  expression: sql`(lower(coalesce(positions.name, owners.name)) || ' ' || goals.measure || ' ' || goals.period)`,
  type: 'text' as const,
  descending,
})

export const listGoals = handler(contract.listGoals, async ({ tx, actor, query }) => {
  const { positionId, ownerId } = query
  const found = selectGoals(tx, actor)
    .$if(!!positionId?.length, (rows) => rows.where('goals.position_id', 'in', positionId!))
    .$if(!!ownerId?.length, (rows) => rows.where('goals.owner_id', 'in', ownerId!))
  const page = await fetchCountedPage(
    tx,
    found as unknown as Rows<GoalRow>,
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
