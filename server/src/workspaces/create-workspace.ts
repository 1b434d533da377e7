import { defaultReasons, partyKeys } from '@muster/contract/dispositions.ts'
import { type StatusType, statusTypes } from '@muster/contract/status-types.ts'
import { addDefaultRules } from '../calling-hours/add-default-rules.ts'
import { defaultOutcomeRules } from '../calls/outcome-rules.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'

interface NewWorkspace {
  name: string
  /** IANA name. */
  timezone: string
  /** ISO 3166 alpha-2. */
  defaultCountry: string
}

/** The stages of a new workspace. Final ones have no SLA. */
const defaultStages: readonly { name: string; type: StatusType; slaDays: number | null }[] = [
  { name: 'New lead', type: 'lead', slaDays: 2 },
  { name: 'Contacted', type: 'contacted', slaDays: 3 },
  { name: 'Qualified', type: 'qualified', slaDays: 3 },
  { name: 'Submitted to company', type: 'submitted', slaDays: 5 },
  { name: 'Company interview', type: 'interview', slaDays: 7 },
  { name: 'Offer', type: 'offer', slaDays: 5 },
  { name: 'Hired', type: 'hired', slaDays: null },
  { name: 'Closed', type: 'closed', slaDays: null },
]

/** Creates a workspace with the default pipeline, reasons and calling hours, without users. Call it inside a transaction. */
export async function createWorkspace(
  tx: Database,
  { name, timezone, defaultCountry }: NewWorkspace,
): Promise<{ workspaceId: string; pipelineId: string }> {
  const workspaceId = newId()
  const pipelineId = newId()
  await tx
    .insertInto('workspaces')
    .values({ id: workspaceId, name, timezone, default_country: defaultCountry })
    .execute()
  await tx
    .insertInto('pipelines')
    .values({
      workspace_id: workspaceId,
      id: pipelineId,
      name: 'Standard hiring',
      is_default: true,
      outcome_rules: JSON.stringify(defaultOutcomeRules),
    })
    .execute()
  await tx
    .insertInto('stages')
    .values(
      defaultStages.map(({ name, type, slaDays }, ordinal) => ({
        workspace_id: workspaceId,
        id: newId(),
        pipeline_id: pipelineId,
        name,
        type,
        color: statusTypes[type].color,
        sla_days: slaDays,
        ordinal,
      })),
    )
    .execute()
  await tx
    .insertInto('reasons')
    .values(
      partyKeys.flatMap((party) =>
        defaultReasons[party].map((name, ordinal) => ({
          workspace_id: workspaceId,
          id: newId(),
          party,
          name,
          ordinal,
        })),
      ),
    )
    .execute()
  await addDefaultRules(tx, workspaceId)
  return { workspaceId, pipelineId }
}
