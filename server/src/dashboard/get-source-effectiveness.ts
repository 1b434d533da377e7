import * as contract from '@muster/contract/reports.ts'
import { handler } from '../http/handler.ts'
import { loadSources } from './load-sources.ts'
import { presentPeriod, resolvePeriod } from './report-period.ts'

export const getSourceEffectiveness = handler(
  contract.getSourceEffectiveness,
  async ({ tx, actor, query }) => {
    const period = await resolvePeriod(tx, actor, query)
    const { total, items } = await loadSources(tx, actor, query, period)
    return {
      period: presentPeriod(period),
      total,
      sourceCount: items.length,
      items: items.slice(0, query.limit),
    }
  },
)
