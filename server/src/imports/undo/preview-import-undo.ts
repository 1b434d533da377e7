import * as contract from '@muster/contract/import-undo.ts'
import { t, translate } from '#texts'
import { notFound } from '../../app-error.ts'
import { handler } from '../../http/handler.ts'
import { assertUndoable } from './assert-undoable.ts'
import { decideUndo } from './decide-undo.ts'
import { loadUnits } from './load-units.ts'
import { forecastRecords } from './remove-records.ts'

const peopleAtOnce = 1000
/** After this time the preview answers with the counts of the rows read so far. */
const lookForMs = 3000

export const previewImportUndo = handler(contract.previewImportUndo, async ({ tx: db, actor, params }) => {
  const { workspaceId } = actor
  const row = await db
    .selectFrom('imports')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', params.id)
    .select(['state', 'undo_state', 'undo_last_candidate', 'created_count', 'updated_count'])
    .select(['undone_count', 'kept_count', 'created'])
    .executeTakeFirst()
  if (!row) throw notFound(t`Import`)
  assertUndoable(row)
  const found = { removedPeople: 0, removedApplications: 0, restoredPeople: 0, restoredApplications: 0 }
  const reasons = new Map<contract.KeptCode, number>()
  const removedApplications: string[] = []
  let [looked, kept] = [0, 0]
  const until = Date.now() + lookForMs
  for (let after = row.undo_last_candidate; Date.now() < until; ) {
    const key = { id: params.id, workspaceId }
    const units = await loadUnits(db, key, { after, size: peopleAtOnce, lock: false })
    for (const unit of units) {
      const decision = decideUndo(unit)
      looked += unit.rows.length
      kept += decision.kept.size
      found.removedPeople += decision.removePerson ? 1 : 0
      removedApplications.push(...decision.removeApplications.map(({ id }) => id))
      found.removedApplications += decision.removeApplications.length
      found.restoredPeople += decision.restorePerson ? 1 : 0
      found.restoredApplications += decision.restoreApplications.length
      for (const code of decision.kept.values()) reasons.set(code, (reasons.get(code) ?? 0) + 1)
    }
    if (units.length < peopleAtOnce) break
    after = units.at(-1)!.candidateId
  }
  return {
    total: row.created_count + row.updated_count - row.undone_count - row.kept_count,
    looked,
    undone: looked - kept,
    kept,
    ...found,
    records: await forecastRecords(db, { workspaceId, created: row.created, removedApplications }),
    reasons: [...reasons]
      .toSorted(([, a], [, b]) => b - a)
      .map(([code, count]) => ({ code, message: translate(contract.keptReasons[code]), count })),
  }
})
