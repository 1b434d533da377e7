import * as contract from '@muster/contract/report-dashboards.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { assertMayShareWithRoles } from '../policies/role-sharing-policy.ts'
import { recordRoleSharing } from '../saved-reports/record-role-sharing.ts'
import { loadOwnReportDashboard } from './load-report-dashboard.ts'
import { writeTiles } from './write-tiles.ts'

const columns = { name: 'name', folder: 'folder' } as const

export const updateReportDashboard = handler(contract.updateReportDashboard, async (context) => {
  const { tx, actor, params, body } = context
  const before = await loadOwnReportDashboard(tx, actor, params.id)
  assertMayShareWithRoles(actor, body.roles ?? [])
  const updated = await tx
    .updateTable('report_dashboards')
    .set({
      ...changedColumns(body, columns),
      ...(body.roles && { roles: [...new Set(body.roles)] }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
    .executeTakeFirst()
  if (updated.numUpdatedRows === 0n)
    throw staleVersion((await loadOwnReportDashboard(tx, actor, params.id)).version)
  if (body.tiles)
    await writeTiles(tx, actor, params.id, body.tiles, new Set(before.tiles.map(({ reportId }) => reportId)))
  const after = await loadOwnReportDashboard(tx, actor, params.id)
  await recordRoleSharing(tx, 'report_dashboard', context, after, {
    before: before.roles,
    after: after.roles,
  })
  return after
})
