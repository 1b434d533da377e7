import type { stageInput } from '@muster/contract/pipelines.ts'
import { type StatusType, statusTypes } from '@muster/contract/status-types.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { AppError, conflict, invalid } from '../http/app-error.ts'

export type StageInput = z.output<typeof stageInput>

/** More columns than this no screen can show. */
const mostStages = 30

function ends(type: StatusType): boolean {
  return type === 'hired' || type === 'closed'
}

function brokenRule(types: readonly StatusType[]): string | null {
  if (!types.includes('closed')) return t`At least one must be of type "closed": where applications end`
  if (types.every(ends)) return t`At least one must be of a type before "hired": where applications start`
  if (types.length > mostStages) return t`At most ${mostStages} are possible`
  return null
}

/**
 * What every pipeline and position must keep to when its list of stages is sent as a whole.
 * @throws VALIDATION on `field`
 */
export function assertStages(stages: readonly { name: string; type: StatusType }[], field: string): void {
  const broken = brokenRule(stages.map((stage) => stage.type))
  if (broken) throw invalid(field, broken)
  const names = stages.map((stage) => stage.name.toLowerCase())
  const repeated = stages.find((_, index) => names.indexOf(names[index]!) !== index)
  if (repeated) throw invalid(field, t`"${repeated.name}" is there twice`)
}

/**
 * The same for a change to one of them.
 * @throws CONFLICT when the others, with the change, break a rule
 */
export function assertTypesAfterChange(types: readonly StatusType[]): void {
  const broken = brokenRule(types)
  if (broken) throw conflict(broken)
}

/**
 * The ids in the order sent must be exactly those there are.
 * @throws VALIDATION on `field`, with the ids missing, unknown and repeated
 */
export function assertSameIds(sent: readonly string[], existing: readonly string[], field: string): void {
  const missing = existing.filter((id) => !sent.includes(id))
  const unknown = sent.filter((id) => !existing.includes(id))
  const repeated = sent.filter((id, index) => sent.indexOf(id) !== index)
  const messages = [
    missing.length ? t`Missing: ${missing.join(', ')}` : '',
    unknown.length ? t`Not among them: ${unknown.join(', ')}` : '',
    repeated.length ? t`Repeated: ${repeated.join(', ')}` : '',
  ].filter(Boolean)
  if (messages.length)
    throw new AppError('VALIDATION', t`Send every one of them once, in the new order`, {
      details: { [field]: messages },
    })
}

/** The columns a stage and a status have in common. */
export function stageColumns(stage: StageInput) {
  return {
    name: stage.name,
    type: stage.type,
    color: stage.color ?? statusTypes[stage.type].color,
    sla_days: stage.slaDays ?? null,
  }
}
