import { listPipelines } from '@muster/contract/pipelines.ts'
import { endpointQuery } from '../api/query.ts'

/** There are few pipelines in a workspace, so one page of the list is all of them. */
export const pipelinesQuery = () => endpointQuery(listPipelines, { query: { limit: 200 } })
