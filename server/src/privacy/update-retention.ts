import * as contract from '@muster/contract/privacy.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { handler } from '../http/handler.ts'
import { loadRetention } from './present-retention.ts'

export const updateRetention = handler(contract.updateRetention, async ({ tx, actor, body, caller }) => {
  const { workspaceId, userId } = actor
  const { version, candidatesMonths, filesMonths, callsMonths, auditYears } = body
  // A concurrent update waits here and then finds a newer version.
  await tx
    .insertInto('retention_rules')
    .values({ workspace_id: workspaceId })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet({ updated_at: sql`now()` }))
    .execute()
  const before = await loadRetention(tx, workspaceId)
  if (version !== undefined && version !== before.version) throw staleVersion(before.version)
  await tx
    .updateTable('retention_rules')
    .set({
      candidates_months: candidatesMonths,
      files_months: filesMonths,
      calls_months: callsMonths,
      audit_years: auditYears,
      updated_by: userId,
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', workspaceId)
    .execute()
  const rulesOf = (rules: typeof before) => ({
    candidatesMonths: rules.candidatesMonths,
    filesMonths: rules.filesMonths,
    callsMonths: rules.callsMonths,
    auditYears: rules.auditYears,
  })
  const after = await loadRetention(tx, workspaceId)
  await recordAudit(tx, {
    ...actor,
    action: 'retention.changed',
    ip: caller.ip,
    details: { from: rulesOf(before), to: rulesOf(after) },
  })
  return after
})
