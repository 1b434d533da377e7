import * as contract from '@muster/contract/saved-reports.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { restoreOwn } from './deleted-rows.ts'
import { loadSavedReport } from './present-saved-report.ts'
import { recordRoleSharing } from './record-role-sharing.ts'

export const restoreSavedReport = handler(contract.restoreSavedReport, async (context) => {
  const { tx, actor, params } = context
  if (!(await restoreOwn(tx, actor, 'saved_reports', params.id))) throw notFound(t`Deleted report`)
  const report = await loadSavedReport(tx, actor, params.id)
  await recordRoleSharing(tx, 'report', context, report, { before: [], after: report.roles })
  return report
})
