import { copyPosition, createPosition, updatePosition } from '@muster/contract/positions.ts'
import { call } from '../api/call.ts'
import { type PositionValues, toBody, toValues } from './position-form.ts'
import type { PositionDetails } from './position-state.ts'

/**
 * Opens a position with columns from a pipeline, or as a copy of another with what the form says differently.
 *
 * @throws ApiError
 */
export async function openPosition(
  values: PositionValues,
  pipelineId: string | null,
  original: PositionDetails | undefined,
): Promise<PositionDetails> {
  const body = toBody(values)
  if (!original) return call(createPosition, { body: { ...body, pipelineId } })
  const { name, companyId } = body
  const copy = await call(copyPosition, { params: { id: original.id }, body: { name, companyId } })
  const copied = toBody(toValues(copy))
  const same = JSON.stringify({ ...copied, ...body }) === JSON.stringify(copied)
  return same ? copy : call(updatePosition, { params: { id: copy.id }, body })
}
