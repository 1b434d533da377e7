import * as contract from '@muster/contract/saved-reports.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { assertMayShareReport } from '../policies/saved-report-policy.ts'
import { loadOwnReport } from './present-saved-report.ts'
import { recordReportSharing } from './record-report-sharing.ts'

const columns = { name: 'name', folder: 'folder' } as const

export const updateSavedReport = handler(contract.updateSavedReport, async (context) => {
  const { tx, actor, params, body } = context
  const before = await loadOwnReport(tx, actor, params.id)
  assertMayShareReport(actor, body.roles ?? [])
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
  await recordReportSharing(tx, context, after, { before: before.roles, after: after.roles })
  return after
})
