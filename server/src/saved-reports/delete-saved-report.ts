import * as contract from '@muster/contract/saved-reports.ts'
import { handler } from '../http/handler.ts'
import { markDeleted } from './deleted-rows.ts'
import { loadOwnReport } from './present-saved-report.ts'
import { recordRoleSharing } from './record-role-sharing.ts'

export const deleteSavedReport = handler(contract.deleteSavedReport, async (context) => {
  const { tx, actor, params } = context
  const report = await loadOwnReport(tx, actor, params.id)
  await markDeleted(tx, actor, 'saved_reports', params.id)
  await recordRoleSharing(tx, 'report', context, report, { before: report.roles, after: [] })
  return undefined
})
