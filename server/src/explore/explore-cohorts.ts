import * as contract from '@muster/contract/explore.ts'
import { handler } from '../http/handler.ts'
import { loadCohorts } from './load-cohorts.ts'

export const exploreCohorts = handler(contract.exploreCohorts, ({ tx, actor, query }) =>
  loadCohorts(tx, actor, query),
)
