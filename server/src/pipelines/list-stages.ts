import * as contract from '@muster/contract/pipelines.ts'
import { handler } from '../http/handler.ts'
import { loadPipeline } from './present-pipeline.ts'

export const listStages = handler(contract.listStages, async ({ tx, actor, params }) => {
  const { stages } = await loadPipeline(tx, actor, params.id)
  return { items: stages }
})
