import type { outcomeRule } from '@muster/contract/pipelines.ts'
import type { z } from 'zod'
import { t } from '#texts'
import { invalid } from '../app-error.ts'
import type { Database } from '../database/connect.ts'
import { stagesOf } from './lock-pipeline.ts'

/** @throws VALIDATION for a stage of another pipeline, a stage that calls may not move to, or a repeated outcome */
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
    if (stage.type === 'hired')
      throw invalid('outcomeRules', t`A call outcome cannot move an application to Hired`)
  }
  if (new Set(rules.map(({ outcome }) => outcome)).size !== rules.length)
    throw invalid('outcomeRules', t`List each outcome only once`)
}
