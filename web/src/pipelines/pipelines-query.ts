import { listPipelines } from '@muster/contract/pipelines.ts'
import { endpointQuery } from '../api/query.ts'

/** Lists all pipelines: a workspace has fewer than one page of them. */
export const pipelinesQuery = () => endpointQuery(listPipelines, { query: { limit: 200 } })
