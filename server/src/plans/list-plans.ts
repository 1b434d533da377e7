import * as contract from '@muster/contract/plans.ts'
import { type SqlBool, sql } from 'kysely'
import { containsText } from '../database/contains-text.ts'
import { fetchList } from '../database/fetch-list.ts'
import { handler } from '../http/handler.ts'
import { presentPlan, selectPlans } from './present-plan.ts'

const byName = { expression: sql`lower(plans.name)`, type: 'text' } as const

const orders = {
  order: { expression: sql`plans.ordinal::float8`, type: 'float8', descending: false },
  name: { ...byName, descending: false },
  '-name': { ...byName, descending: true },
} as const

export const listPlans = handler(contract.listPlans, async ({ tx, actor, query }) => {
  let found = selectPlans(tx, actor)
  if (query.q) found = found.where(containsText(sql`fold(plans.name)`, query.q))
  if (query.state?.length) found = found.where(sql<SqlBool>`plans.state = any(${query.state})`)
  return fetchList(
    tx,
    {
      table: 'plans',
      rows: found,
      all: tx.selectFrom('plans'),

      orders: orders,
      present: (rows) => rows.map((row) => presentPlan(row, actor)),
    },
    query,
  )
})
