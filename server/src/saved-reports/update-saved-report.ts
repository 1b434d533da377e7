import * as contract from '@muster/contract/saved-reports.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { assertMayShareWithRoles } from '../policies/role-sharing-policy.ts'
import { loadOwnReport } from './present-saved-report.ts'
import { recordRoleSharing } from './record-role-sharing.ts'

const columns = { name: 'name', folder: 'folder' } as const

export const updateSavedReport = handler(contract.updateSavedReport, async (context) => {
  const { tx, actor, params, body } = context
  const before = await loadOwnReport(tx, actor, params.id)
  assertMayShareWithRoles(actor, body.roles ?? [])
  const updated = await tx
    .updateTable('saved_reports')
    .set({
      ...changedColumns(body, columns),
      ...(body.query && { query: JSON.stringify(body.query) }),
      ...(body.roles && { roles: [...new Set(body.roles)] }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
    .executeTakeFirst()
  const after = await loadOwnReport(tx, actor, params.id)
  if (updated.numUpdatedRows === 0n) throw staleVersion(after.version)
  await recordRoleSharing(tx, 'report', context, after, { before: before.roles, after: after.roles })
  return after
})
