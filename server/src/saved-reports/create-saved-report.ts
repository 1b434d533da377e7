import * as contract from '@muster/contract/saved-reports.ts'
import { newId } from '../database/new-id.ts'
import { handler } from '../http/handler.ts'
import { assertMayShareWithRoles } from '../policies/role-sharing-policy.ts'
import { loadSavedReport } from './present-saved-report.ts'
import { recordRoleSharing } from './record-role-sharing.ts'

export const createSavedReport = handler(contract.createSavedReport, async (context) => {
  const { tx, actor, body } = context
  assertMayShareWithRoles(actor, body.roles)
  const id = newId()
  await tx
    .insertInto('saved_reports')
    .values({
      workspace_id: actor.workspaceId,
      id,
      user_id: actor.userId,
      name: body.name,
      folder: body.folder,
      query: JSON.stringify(body.query),
      roles: [...new Set(body.roles)],
    })
    .execute()
  const report = await loadSavedReport(tx, actor, id)
  await recordRoleSharing(tx, 'report', context, report, { before: [], after: report.roles })
  return report
})
