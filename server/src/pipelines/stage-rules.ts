import type { stageInput } from '@muster/contract/pipelines.ts'
import { type StatusType, statusTypes } from '@muster/contract/status-types.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { AppError, conflict, invalid } from '../app-error.ts'

export type StageInput = z.output<typeof stageInput>

/** No screen can show more columns than this. */
const maxStages = 30

function ends(type: StatusType): boolean {
  return type === 'hired' || type === 'closed'
}

function brokenRule(types: readonly StatusType[]): string | null {
  if (!types.includes('closed'))
    return t`At least one must have the type "Closed", so that applications can end`
  if (types.every(ends))
    return t`At least one must have a type before "Hired", so that applications can start`
  if (types.length > maxStages) return t`At most ${maxStages} are allowed`
  return null
}

/**
 * Checks the rules for a complete list of stages.
 * @throws VALIDATION on `field`
 */
export function assertStages(stages: readonly { name: string; type: StatusType }[], field: string): void {
  const broken = brokenRule(stages.map((stage) => stage.type))
  if (broken) throw invalid(field, broken)
  const names = stages.map((stage) => stage.name.toLowerCase())
  const repeated = stages.find((_, index) => names.indexOf(names[index]!) !== index)
  if (repeated) throw invalid(field, t`"${repeated.name}" appears twice`)
}

/**
 * Checks the rules after a change to one stage.
 * @throws CONFLICT when the remaining stages break a rule
 */
export function assertTypesAfterChange(types: readonly StatusType[]): void {
  const broken = brokenRule(types)
  if (broken) throw conflict(broken)
}

/**
 * Checks that the ids sent are exactly the existing ones.
 * @throws VALIDATION on `field`, with the missing, unknown and repeated ids
 */
export function assertSameIds(sent: readonly string[], existing: readonly string[], field: string): void {
  const missing = existing.filter((id) => !sent.includes(id))
  const unknown = sent.filter((id) => !existing.includes(id))
  const repeated = sent.filter((id, index) => sent.indexOf(id) !== index)
  const messages = [
    missing.length ? t`Missing: ${missing.join(', ')}` : '',
    unknown.length ? t`Unknown: ${unknown.join(', ')}` : '',
    repeated.length ? t`Repeated: ${repeated.join(', ')}` : '',
  ].filter(Boolean)
  if (messages.length)
    throw new AppError('VALIDATION', t`Send each one exactly once, in the new order`, {
      details: { [field]: messages },
    })
}

export function stageColumns(stage: StageInput) {
  return {
    name: stage.name,
    type: stage.type,
    color: stage.color ?? statusTypes[stage.type].color,
    sla_days: stage.slaDays ?? null,
  }
}
