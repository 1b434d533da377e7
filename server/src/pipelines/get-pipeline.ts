import * as contract from '@muster/contract/pipelines.ts'
import { handler } from '../http/handler.ts'
import { loadPipeline } from './present-pipeline.ts'

export const getPipeline = handler(contract.getPipeline, ({ tx, actor, params }) =>
  loadPipeline(tx, actor, params.id),
)
