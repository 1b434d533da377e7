import { readsFacts } from '../facts/reads-facts.ts'
import { asReport } from '../http/handler.ts'
import { exportCostsBySource, getCostsBySource } from './costs-by-source.ts'
import { deleteSourceCost } from './delete-source-cost.ts'
import { listSourceCosts } from './list-source-costs.ts'
import { setSourceCost } from './set-source-cost.ts'

export const sourceCostRoutes = [
  listSourceCosts,
  setSourceCost,
  deleteSourceCost,
  ...[getCostsBySource, exportCostsBySource].map((route) => asReport(readsFacts(route))),
]
