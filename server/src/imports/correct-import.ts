import * as contract from '@muster/contract/import-preview.ts'
import { t } from '#texts'
import { conflict, invalid } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import type { Analysis } from './analysis.ts'
import { loadCorrections } from './corrections.ts'
import { assertMayReadRows } from './may-read-rows.ts'
import { lockImport } from './present-import.ts'
import { storable } from './storable.ts'

/** Users who have more to correct fix the file in a spreadsheet sooner. */
const mostCorrections = 2000

export const correctImport = handler(contract.correctImport, async ({ tx, actor, params, body }) => {
  const { workspaceId, userId } = actor
  const found = await lockImport(tx, actor, params.id)
  assertMayReadRows(actor, found.created_by, 'shown')
  if (found.state === 'queued' || found.state === 'running') throw conflict(t`This import is in progress`)
  if (found.state === 'completed') throw conflict(t`This file has already been imported`)
  if (found.last_row > 0)
    throw conflict(t`Part of this file has been imported. Upload it again to correct the rest.`)
  const { length: columnCount } = (found.analysis as unknown as Analysis).columns
  for (const { column, row, original: typed, value } of body.corrections) {
    if (column >= columnCount) throw invalid('corrections', t`The file has no such column`)
    const original = storable(typed).trim()
    const cell = { workspace_id: workspaceId, import_id: found.id, column_index: column, original }
    const place = { ...cell, row_number: row ?? 0 }
    let removed = tx.deleteFrom('import_corrections')
    for (const [name, is] of Object.entries(place))
      removed = removed.where(name as 'original', '=', is as string)
    await removed.execute()
    if (value === null || storable(value).trim() === original) continue
    await tx
      .insertInto('import_corrections')
      .values({ ...place, value: storable(value).trim(), corrected_by: userId })
      .execute()
  }
  const items = await loadCorrections(tx, workspaceId, found.id)
  if (items.length > mostCorrections)
    throw invalid(
      'corrections',
      t`At most ${mostCorrections} corrections are possible. Edit the file and upload it again.`,
    )
  return { items }
})
