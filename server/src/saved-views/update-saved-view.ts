import * as contract from '@muster/contract/saved-views.ts'
import { sql } from 'kysely'
import { staleVersion } from '../app-error.ts'
import { changedColumns } from '../database/changed-columns.ts'
import { handler } from '../http/handler.ts'
import { assertMaySave } from '../policies/saved-view-policy.ts'
import { loadOwnView } from './present-saved-view.ts'
import { recordSharing } from './record-sharing.ts'
import { setDefault } from './view-settings.ts'

const columns = { name: 'name', columns: 'columns', shared: 'shared' } as const

export const updateSavedView = handler(contract.updateSavedView, async (context) => {
  const { tx, actor, params, body } = context
  const before = await loadOwnView(tx, actor, params.id)
  const { screen, query, columns: shown } = before
  assertMaySave(actor, {
    screen,
    query: body.query ?? query,
    columns: body.columns ?? shown,
    shared: body.shared ?? false,
  })
  if (body.isDefault !== undefined) await setDefault(tx, actor, before, body.isDefault)
  const updated = await tx
    .updateTable('saved_views')
    .set({
      ...changedColumns(body, columns),
      ...(body.query === undefined ? {} : { query: JSON.stringify(body.query) }),
      version: sql`version + 1`,
    })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', params.id)
    .$if(body.version !== undefined, (query) => query.where('version', '=', body.version!))
    .executeTakeFirst()
  const after = await loadOwnView(tx, actor, params.id)
  if (updated.numUpdatedRows === 0n) throw staleVersion(after.version)
  await recordSharing(tx, context, after, { before: before.shared, after: after.shared })
  return after
})
