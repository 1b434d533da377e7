import * as contract from '@muster/contract/dashboard.ts'
import { type RawBuilder, sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { isOpen, openTypes } from './open-types.ts'
import { applicationSlice } from './report-slice.ts'

export const getLeadsStatusOverview = handler(
  contract.getLeadsStatusOverview,
  async ({ tx, actor, query }) => {
    async function byType(slice: RawBuilder<unknown>): Promise<Map<string, number>> {
      const { rows } = await sql<{ type: string; n: number }>`
        select applications.status_type as type, count(*)::int as n from applications
        where ${isOpen} and ${slice} group by 1
      `.execute(tx)
      return new Map(rows.map(({ type, n }) => [type, n]))
    }
    const all = await byType(applicationSlice(actor, query))
    const late = await byType(applicationSlice(actor, query, { late: true }))
    return {
      items: openTypes.map((type) => ({ type, count: all.get(type) ?? 0, late: late.get(type) ?? 0 })),
    }
  },
)
