import * as contract from '@muster/contract/explore.ts'
import { handler } from '../http/handler.ts'
import { loadDistribution } from './load-distribution.ts'

export const exploreDistribution = handler(contract.exploreDistribution, ({ tx, actor, query }) =>
  loadDistribution(tx, actor, query),
)
