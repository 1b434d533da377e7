import type { Seeded } from '../seed.ts'
import { nothing, type ValidCalls } from './valid-call.ts'

const statuses = ({ ids }: Seeded) => Array.from({ length: 8 }, (_, index) => ids[`status${index}`]!)
const stages = ({ ids }: Seeded) => Array.from({ length: 8 }, (_, index) => ids[`stage${index}`]!)

/** Pipelines and positions. */
export const positionCalls: ValidCalls = {
  listPipelines: () => ({ query: { q: 'a' } }),
  createPipeline: () => ({ body: { name: 'A new pipeline' } }),
  getPipeline: ({ ids }) => ({ params: { id: ids.pipeline! } }),
  updatePipeline: (all) => ({
    params: { id: all.ids.pipeline! },
    body: { isDefault: true, stageIds: stages(all).reverse() },
  }),
  deletePipeline: ({ ids }) => ({ params: { id: ids.pipeline! } }),
  restorePipeline: ({ ids }) => ({ params: { id: ids.deletedPipeline! } }),
  listStages: ({ ids }) => ({ params: { id: ids.pipeline! } }),
  createStage: ({ ids }) => ({
    params: { id: ids.pipeline! },
    body: { name: 'New', type: 'lead', order: 0 },
  }),
  updateStage: ({ ids }) => ({ params: { id: ids.stage1! }, body: { name: 'Changed', order: 0 } }),
  deleteStage: ({ ids }) => ({ params: { id: ids.stage1! } }),
  restoreStage: ({ ids }) => ({ params: { id: ids.deletedStage! } }),
  exportPositions: nothing,
  listPositions: ({ ids }) => ({
    query: { companyId: ids.company!, pipelineId: ids.pipeline!, ownerId: ids.user! },
  }),
  createPosition: ({ ids }) => ({
    body: {
      name: 'A new position',
      companyId: ids.company,
      pipelineId: ids.pipeline,
      ownerId: ids.user,
      hiringManagerId: ids.user,
    },
  }),
  getPosition: ({ ids }) => ({ params: { id: ids.position! } }),
  updatePosition: ({ ids }) => ({
    params: { id: ids.position! },
    body: { companyId: ids.spareCompany, ownerId: ids.user, hiringManagerId: ids.user },
  }),
  deletePosition: ({ ids }) => ({ params: { id: ids.sparePosition! } }),
  restorePosition: ({ ids }) => ({ params: { id: ids.deletedPosition! } }),
  copyPosition: ({ ids }) => ({ params: { id: ids.position! }, body: { companyId: ids.spareCompany } }),
  listStatuses: ({ ids }) => ({ params: { id: ids.position! } }),
  createStatus: ({ ids }) => ({ body: { positionId: ids.position, name: 'New', type: 'offer', order: 1 } }),
  updateStatus: ({ ids }) => ({ params: { id: ids.status0! }, body: { name: 'Changed', slaDays: 4 } }),
  deleteStatus: ({ ids }) => ({ params: { id: ids.status0! }, query: { moveTo: ids.status1! } }),
  restoreStatus: ({ ids }) => ({ params: { id: ids.deletedStatus! } }),
  orderStatuses: (all) => ({
    params: { id: all.ids.position! },
    body: { statusIds: statuses(all).reverse() },
  }),
  listPositionActivity: ({ ids }) => ({ params: { id: ids.position! }, query: { kind: 'moved,comment' } }),
  getPositionPeople: ({ ids }) => ({ params: { id: ids.position! } }),
}
