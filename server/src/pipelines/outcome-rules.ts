import type { outcomeRule } from '@muster/contract/pipelines.ts'
import type { z } from 'zod'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { invalid } from '../http/app-error.ts'
import { stagesOf } from './lock-pipeline.ts'

/** @throws VALIDATION for a stage of another pipeline, for a stage nobody is moved to by a call, and for an outcome twice */
export async function checkOutcomeRules(
  tx: Database,
  workspaceId: string,
  pipelineId: string,
  rules: readonly z.output<typeof outcomeRule>[],
): Promise<void> {
  const stages = await stagesOf(tx, workspaceId, pipelineId)
  for (const rule of rules) {
    if (!rule.toStageId) continue
    const stage = stages.find(({ id }) => id === rule.toStageId)
    if (!stage) throw invalid('outcomeRules', t`This stage belongs to another pipeline`)
    if (stage.type === 'hired') throw invalid('outcomeRules', t`Nobody is hired by a call`)
  }
  if (new Set(rules.map(({ outcome }) => outcome)).size !== rules.length)
    throw invalid('outcomeRules', t`Name each outcome once`)
}
