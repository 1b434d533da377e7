import * as contract from '@muster/contract/saved-reports.ts'
import { sql } from 'kysely'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { loadSavedReport } from './present-saved-report.ts'
import { recordRoleSharing } from './record-role-sharing.ts'

export const restoreSavedReport = handler(contract.restoreSavedReport, async (context) => {
  const { tx, actor, params } = context
  const { numUpdatedRows } = await tx
    .updateTable('saved_reports')
    .set({ deleted_at: null })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .where('user_id', '=', actor.userId)
    .where('deleted_at', '>', sql<string>`now() - interval '30 days'`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound(t`Deleted report`)
  const report = await loadSavedReport(tx, actor, params.id)
  await recordRoleSharing(tx, 'report', context, report, { before: [], after: report.roles })
  return report
})
