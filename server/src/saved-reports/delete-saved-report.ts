import * as contract from '@muster/contract/saved-reports.ts'
import { sql } from 'kysely'
import { handler } from '../http/handler.ts'
import { loadOwnReport } from './present-saved-report.ts'
import { recordRoleSharing } from './record-role-sharing.ts'

export const deleteSavedReport = handler(contract.deleteSavedReport, async (context) => {
  const { tx, actor, params } = context
  const report = await loadOwnReport(tx, actor, params.id)
  await tx
    .updateTable('saved_reports')
    .set({ deleted_at: sql`now()` })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .execute()
  await recordRoleSharing(tx, 'report', context, report, { before: report.roles, after: [] })
  return undefined
})
