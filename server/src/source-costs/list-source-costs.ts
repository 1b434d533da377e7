import * as contract from '@muster/contract/source-costs.ts'
import { sql } from 'kysely'
import { fetchCountedPage, type Rows } from '../database/keyset.ts'
import { handler } from '../http/handler.ts'
import { assertSeesCosts } from '../policies/source-cost-policy.ts'
import { presentSourceCost, type SourceCostRow, selectSourceCosts } from './present-source-cost.ts'

const inOrder = (descending: boolean) => ({
  expression: sql`(source_costs.month || ' ' || source_costs.source)`,
  type: 'text' as const,
  descending,
})

export const listSourceCosts = handler(contract.listSourceCosts, async ({ tx, actor, query }) => {
  assertSeesCosts(actor)
  const { from, to, source } = query
  const found = selectSourceCosts(tx, actor.workspaceId)
    .$if(from !== undefined, (rows) => rows.where('source_costs.month', '>=', from!))
    .$if(to !== undefined, (rows) => rows.where('source_costs.month', '<=', to!))
    .$if(source !== undefined && source.length > 0, (rows) =>
      rows.where('source_costs.source', 'in', source!),
    )
  const page = await fetchCountedPage(
    tx,
    found as unknown as Rows<SourceCostRow>,
    'source_costs.id',
    inOrder(query.sort === '-month'),
    query,
  )
  return {
    items: page.rows.map(presentSourceCost),
    nextCursor: page.nextCursor,
    total: page.total,
  }
})
