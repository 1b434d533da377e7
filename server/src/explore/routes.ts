import { readsFacts } from '../facts/reads-facts.ts'
import { asReport } from '../http/handler.ts'
import { exploreCohorts } from './explore-cohorts.ts'
import { exploreDistribution } from './explore-distribution.ts'
import { exploreReport } from './explore-report.ts'
import { exportExplore } from './export-explore.ts'
import { listFacts } from './list-facts.ts'

export const exploreRoutes = [
  exploreReport,
  exploreDistribution,
  exploreCohorts,
  exportExplore,
  listFacts,
].map((route) => asReport(readsFacts(route)))
