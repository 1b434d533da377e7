import { createPipeline } from './create-pipeline.ts'
import { createStage } from './create-stage.ts'
import { deletePipeline } from './delete-pipeline.ts'
import { deleteStage } from './delete-stage.ts'
import { getPipeline } from './get-pipeline.ts'
import { listPipelines } from './list-pipelines.ts'
import { listStages } from './list-stages.ts'
import { restorePipeline } from './restore-pipeline.ts'
import { restoreStage } from './restore-stage.ts'
import { updatePipeline } from './update-pipeline.ts'
import { updateStage } from './update-stage.ts'

export const pipelineRoutes = [
  listPipelines,
  createPipeline,
  getPipeline,
  updatePipeline,
  deletePipeline,
  restorePipeline,
  listStages,
  createStage,
  updateStage,
  deleteStage,
  restoreStage,
]
