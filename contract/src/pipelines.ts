import { z } from 'zod'
import { callOutcomes } from './calls.ts'
import { endpoint } from './endpoint.ts'
import { color, id, idParams, text, timestamp, version } from './fields.ts'
import { page, pageQuery } from './paging.ts'
import { statusTypeKeys } from './status-types.ts'

export const stage = z.object({
  id,
  pipelineId: id,
  name: z.string(),
  type: z.enum(statusTypeKeys),
  color: z.string(),
  slaDays: z.number().nullable().describe('Days an application may stay before it is overdue'),
  order: z.int(),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
})

/** The input of a stage or a status. The color defaults to the type's. */
export const stageInput = z.object({
  name: text(60, 1),
  type: z.enum(statusTypeKeys),
  color: color.optional(),
  slaDays: z.number().min(0.1).max(365).nullish(),
})

/**
 * Where a call outcome moves an application on a position of the pipeline: to the status created from a stage, or to
 * the first one of a type. Closed applications stay, and none moves backwards unless `backwards` is true.
 */
export const outcomeRule = z
  .object({
    outcome: z.enum(callOutcomes),
    toStageId: id.nullish(),
    toType: z.enum(statusTypeKeys).nullish(),
    backwards: z.boolean().default(false),
  })
  .refine((rule) => Boolean(rule.toStageId) !== Boolean(rule.toType), {
    path: ['toType'],
    message: /*i18n*/ 'Choose a stage or a type',
  })
  .refine((rule) => rule.toType !== 'hired', {
    path: ['toType'],
    message: /*i18n*/ 'A call outcome cannot move an application to Hired',
  })

export const pipeline = z.object({
  id,
  name: z.string(),
  isDefault: z.boolean(),
  stages: z.array(stage),
  outcomeRules: z.array(outcomeRule),
  positionCount: z.int(),
  version: z.int().describe('Raised by each change. Send it back to change only what you have read.'),
  createdAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
})

export const listPipelines = endpoint({
  name: 'listPipelines',
  tag: 'Pipelines',
  summary: 'List pipelines with their stages',
  method: 'GET',
  path: '/pipelines/',
  permission: 'pipelines:read',
  query: pageQuery(['name', '-name', '-createdAt', 'createdAt']),
  response: page(pipeline),
})

export const createPipeline = endpoint({
  name: 'createPipeline',
  tag: 'Pipelines',
  summary: 'Add a pipeline',
  description:
    'Adds a pipeline. Without `stages` it starts with those of the default one. Needs at least one `closed` ' +
    'stage.',
  method: 'POST',
  path: '/pipelines/',
  permission: 'pipelines:write',
  body: z.object({ name: text(120, 1), stages: z.array(stageInput).min(2).max(30).optional() }),
  response: pipeline,
  status: 201,
  errors: ['CONFLICT'],
})

export const getPipeline = endpoint({
  name: 'getPipeline',
  tag: 'Pipelines',
  summary: 'Get a pipeline with its stages',
  method: 'GET',
  path: '/pipelines/{id}/',
  permission: 'pipelines:read',
  params: idParams,
  response: pipeline,
})

export const updatePipeline = endpoint({
  name: 'updatePipeline',
  tag: 'Pipelines',
  summary: 'Change a pipeline',
  description:
    'Renames a pipeline or makes it the default. `stageIds`, the complete list, reorders its stages. ' +
    '`outcomeRules`, the complete list with one rule for each outcome, defines where call outcomes move ' +
    'applications.',
  method: 'PATCH',
  alsoPut: true,
  path: '/pipelines/{id}/',
  permission: 'pipelines:write',
  params: idParams,
  body: z.object({
    name: text(120, 1).optional(),
    isDefault: z.literal(true).optional(),
    stageIds: z.array(id).max(30).optional(),
    outcomeRules: z.array(outcomeRule).max(callOutcomes.length).optional(),
    version: version.optional(),
  }),
  response: pipeline,
  errors: ['CONFLICT'],
})

export const deletePipeline = endpoint({
  name: 'deletePipeline',
  tag: 'Pipelines',
  summary: 'Delete a pipeline',
  description:
    'Deletes a pipeline, which can be restored for 30 days. Positions created from it keep their statuses. ' +
    'CONFLICT for the default one.',
  method: 'DELETE',
  path: '/pipelines/{id}/',
  permission: 'pipelines:write',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

export const restorePipeline = endpoint({
  name: 'restorePipeline',
  tag: 'Pipelines',
  summary: 'Restore a deleted pipeline',
  method: 'POST',
  path: '/pipelines/{id}/restore/',
  permission: 'pipelines:write',
  params: idParams,
  response: pipeline,
  errors: ['CONFLICT'],
})

export const listStages = endpoint({
  name: 'listStages',
  tag: 'Pipelines',
  summary: "List a pipeline's stages in order",
  method: 'GET',
  path: '/pipelines/{id}/stages/',
  permission: 'pipelines:read',
  params: idParams,
  response: z.object({ items: z.array(stage) }),
})

export const createStage = endpoint({
  name: 'createStage',
  tag: 'Pipelines',
  summary: 'Add a stage',
  description: 'Adds a stage, at the end or at `order` (0 is first).',
  method: 'POST',
  path: '/pipelines/{id}/stages/',
  permission: 'pipelines:write',
  params: idParams,
  body: stageInput.extend({ order: z.int().min(0).max(30).optional() }),
  response: stage,
  status: 201,
  errors: ['CONFLICT'],
})

export const updateStage = endpoint({
  name: 'updateStage',
  tag: 'Pipelines',
  summary: 'Change a stage',
  method: 'PATCH',
  alsoPut: true,
  path: '/pipelines/stages/{id}/',
  permission: 'pipelines:write',
  params: idParams,
  body: stageInput
    .partial()
    .extend({ order: z.int().min(0).max(30).optional(), version: version.optional() }),
  response: stage,
  errors: ['CONFLICT'],
})

export const deleteStage = endpoint({
  name: 'deleteStage',
  tag: 'Pipelines',
  summary: 'Delete a stage',
  description: 'Deletes a stage. Existing positions keep their statuses. CONFLICT for the last `closed` one.',
  method: 'DELETE',
  path: '/pipelines/stages/{id}/',
  permission: 'pipelines:write',
  params: idParams,
  status: 204,
  errors: ['CONFLICT'],
})

export const restoreStage = endpoint({
  name: 'restoreStage',
  tag: 'Pipelines',
  summary: 'Restore a deleted stage',
  description: 'Restores a deleted stage at its place, within 30 days. CONFLICT if its name is taken.',
  method: 'POST',
  path: '/pipelines/stages/{id}/restore/',
  permission: 'pipelines:write',
  params: idParams,
  response: stage,
  errors: ['CONFLICT'],
})
