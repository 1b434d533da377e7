import type { DispositionKind } from '@muster/contract/dispositions.ts'
import type { outcomeRule } from '@muster/contract/pipelines.ts'
import type { StatusType } from '@muster/contract/status-types.ts'
import type { z } from 'zod'
import type { Database } from '../database/connect.ts'
import type { CallOutcome } from './describe-contact.ts'

export type OutcomeRule = z.output<typeof outcomeRule>

/** The rules of a workspace's first pipeline: after a conversation, an application is no longer a new lead. */
export const defaultOutcomeRules: readonly OutcomeRule[] = [
  { outcome: 'qualified', toType: 'qualified', backwards: false },
  { outcome: 'interested', toType: 'contacted', backwards: false },
  { outcome: 'callback', toType: 'contacted', backwards: false },
]

const dispositionOf: Partial<Record<CallOutcome, DispositionKind>> = {
  not_interested: 'withdrawn',
  do_not_call: 'withdrawn',
  wrong_number: 'unreachable',
  wrong_person: 'unreachable',
  already_applied: 'duplicate',
}

export interface OutcomeTarget {
  statusId: string
  name: string
  disposition: DispositionKind | null
}

/** Returns the rule for an outcome. A rule with a stage takes precedence over one with a type. */
function ruleFor(rules: unknown, outcome: CallOutcome): OutcomeRule | undefined {
  return (Array.isArray(rules) ? (rules as OutcomeRule[]) : []).find((rule) => rule.outcome === outcome)
}

/**
 * Returns where an outcome moves an application by the rules of its position's pipeline. Null if there is no rule or no
 * such status, if the application is closed, or if the move would go backwards without the rule allowing it.
 */
export async function findOutcomeTarget(
  tx: Database,
  workspaceId: string,
  applicationId: string,
  outcome: CallOutcome,
): Promise<OutcomeTarget | null> {
  const application = await tx
    .selectFrom('applications as a')
    .innerJoin('positions as p', (join) =>
      join.onRef('p.workspace_id', '=', 'a.workspace_id').onRef('p.id', '=', 'a.position_id'),
    )
    .innerJoin('pipelines as l', (join) =>
      join.onRef('l.workspace_id', '=', 'p.workspace_id').onRef('l.id', '=', 'p.pipeline_id'),
    )
    .where('a.workspace_id', '=', workspaceId)
    .where('a.id', '=', applicationId)
    .where('a.closed_at', 'is', null)
    .where('a.deleted_at', 'is', null)
    .select(['a.position_id', 'a.status_id', 'l.outcome_rules'])
    .executeTakeFirst()
  const rule = application && ruleFor(application.outcome_rules, outcome)
  if (!application || !rule) return null
  const statuses = await tx
    .selectFrom('statuses')
    .where('workspace_id', '=', workspaceId)
    .where('position_id', '=', application.position_id)
    .where('deleted_at', 'is', null)
    .orderBy('ordinal')
    .select(['id', 'name', 'type', 'stage_id'])
    .execute()
  const target = statuses.findIndex((status) =>
    rule.toStageId ? status.stage_id === rule.toStageId : status.type === rule.toType,
  )
  const current = statuses.findIndex((status) => status.id === application.status_id)
  const found = statuses[target]
  if (!found || target === current || (target < current && !rule.backwards)) return null
  const type = found.type as StatusType
  if (type === 'hired') return null
  const disposition = type === 'closed' ? (dispositionOf[outcome] ?? 'rejected_by_us') : null
  return { statusId: found.id, name: found.name, disposition }
}
