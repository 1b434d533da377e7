import * as contract from '@muster/contract/explore.ts'
import { forbidden } from '../app-error.ts'
import { sendTable } from '../dashboard/export-report.ts'
import { streamHandler } from '../http/handler.ts'
import { filtersOf } from './explore-facts.ts'
import { aboutExplored, exploreTable } from './explore-table.ts'
import { type ExploreQuery, loadExplore } from './load-explore.ts'

export const exportExplore = streamHandler(contract.exportExplore, async (context, _, reply) => {
  const { tx, actor } = context
  if (!actor.permissions.has('reports:read')) throw forbidden()
  const { format, bom, ...query } = context.query as ExploreQuery & { format: 'csv' | 'xlsx'; bom?: boolean }
  const explored = await loadExplore(tx, actor, query)
  return sendTable(context, reply, {
    table: exploreTable(explored),
    about: await aboutExplored(tx, actor, query, explored),
    query: { format, bom, timezone: query.timezone },
    details: {
      report: 'explore',
      filters: {
        ...filtersOf(query),
        measure: query.measure,
        ...(query.of && { of: query.of, aggregate: query.aggregate }),
        by: query.by,
        from: query.from,
        to: query.to,
      },
    },
  })
})
