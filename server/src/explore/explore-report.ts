import * as contract from '@muster/contract/explore.ts'
import { handler } from '../http/handler.ts'
import { loadExplore } from './load-explore.ts'

export const exploreReport = handler(contract.exploreReport, ({ tx, actor, query }) =>
  loadExplore(tx, actor, query),
)
