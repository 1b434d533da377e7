import { copyPosition, createPosition, updatePosition } from '@muster/contract/positions.ts'
import { call } from '../api/call.ts'
import type { Drafts } from '../custom-fields/custom-field.ts'
import { newValues } from '../custom-fields/new-values.ts'
import type { Stage } from '../statuses/editor/stage.ts'
import { type PositionValues, toBody, toValues } from './position-form.ts'
import type { PositionDetails } from './position-state.ts'

interface Opening {
  values: PositionValues
  pipelineId: string | null
  /** The columns if they were edited; otherwise they come from the pipeline or the original. */
  stages: readonly Stage[] | null
  /** What is typed into the custom fields. */
  customFields: Drafts
  /** The position to copy. */
  original: PositionDetails | undefined
}

/**
 * Creates a position with columns from a pipeline, as a modified copy of another, or with edited columns.
 *
 * @throws ApiError
 */
export async function openPosition({
  values,
  pipelineId,
  stages,
  customFields,
  original,
}: Opening): Promise<PositionDetails> {
  const body = { ...toBody(values), customFields: newValues('position', customFields) }
  if (stages) {
    const statuses = stages.map(({ name, type, color, slaDays }) => ({ name, type, color, slaDays }))
    const madeFrom = original ? (original.pipeline?.id ?? null) : pipelineId
    return call(createPosition, { body: { ...body, pipelineId: madeFrom, statuses } })
  }
  if (!original) return call(createPosition, { body: { ...body, pipelineId } })
  const { name, companyId } = body
  const copy = await call(copyPosition, { params: { id: original.id }, body: { name, companyId } })
  const copied = toBody(toValues(copy))
  const same = !body.customFields && JSON.stringify({ ...copied, ...body }) === JSON.stringify(copied)
  return same ? copy : call(updatePosition, { params: { id: copy.id }, body })
}
