import * as contract from '@muster/contract/import-undo.ts'
import { translate } from '#texts'
import { countRows } from '../../database/keyset.ts'
import { handler } from '../../http/handler.ts'
import { loadImport } from '../present-import.ts'
import { loadKeptRows } from './load-kept-rows.ts'

export const listKeptRows = handler(contract.listKeptRows, async ({ tx: db, actor, params, query }) => {
  await loadImport(db, actor, params.id)
  const { workspaceId } = actor
  const after = Number(query.cursor ?? 0)
  const rows = await loadKeptRows(db, workspaceId, params.id, { after, limit: query.limit + 1 })
  const shown = rows.slice(0, query.limit)
  const total = await countRows(
    db,
    db
      .selectFrom('import_kept_rows')
      .where('workspace_id', '=', workspaceId)
      .where('import_id', '=', params.id),
  )
  return {
    items: shown.map(({ email, phone, ...row }) => ({
      ...row,
      message: translate(contract.keptReasons[row.code]),
    })),
    nextCursor: rows.length > shown.length ? String(shown.at(-1)!.row) : null,
    total,
  }
})
