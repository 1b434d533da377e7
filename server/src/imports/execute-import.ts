import { isDeepStrictEqual } from 'node:util'
import * as contract from '@muster/contract/import-status.ts'
import { currentLanguage, t } from '#texts'
import { conflict } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { type Caller, handler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import type { Analysis } from './analysis.ts'
import { assertDecided } from './assert-decided.ts'
import { checkSettings } from './check-settings.ts'
import { createRecords } from './create/create-records.ts'
import { type Created, withCreated } from './create/created-records.ts'
import { planRecords } from './create/plan-records.ts'
import type { ImportSettings } from './import-settings.ts'
import { checkTakenIn, countTakenIn } from './included-rows.ts'
import { loadImport, lockImport } from './present-import.ts'
import { rememberMapping } from './remembered-mapping.ts'
import { surveyChoices } from './survey-choices.ts'

type ImportRow = Awaited<ReturnType<typeof lockImport>>

/** Drops undefined fields, which JSON in the database does not store, so that a repeat compares as equal. */
function plain(settings: ImportSettings): unknown {
  return JSON.parse(JSON.stringify(settings))
}

/** Returns whether the import is running or done. @throws CONFLICT if that was with other settings */
function isRepeat(row: ImportRow, settings: ImportSettings): boolean {
  if (row.state === 'analyzed') return false
  if (row.undo_state !== null) throw conflict(t`This import was undone. Upload the file again to import it.`)
  const isSame = isDeepStrictEqual(row.settings, plain(settings))
  const hasBegun = row.state === 'queued' || row.state === 'running'
  if (hasBegun && !isSame) throw conflict(t`This import is in progress with other settings. Cancel it first.`)
  if (row.state === 'completed' && !isSame)
    throw conflict(t`This file has already been imported. Upload it again to import it with other settings.`)
  // A failed or canceled import continues where it stopped, with the same settings.
  if (!isSame && row.last_row > 0)
    throw conflict(t`Part of this file has been imported with other settings. Upload it again to start over.`)
  return hasBegun || row.state === 'completed'
}

/** Creates the records that the settings name, once all unknown values are decided. */
async function create(
  { db, files }: { db: Database; files: FileStorage },
  tx: Database,
  { actor, caller }: { actor: Actor; caller: Pick<Caller, 'ip'> },
  { row, settings }: { row: ImportRow; settings: ImportSettings },
): Promise<Created | null> {
  const choices = await surveyChoices({ db, files }, row, settings)
  const planned = await planRecords(tx, actor, settings, choices.statusesOfPositions)
  const isExport = (row.analysis as unknown as Analysis).isExport === true
  if (!isExport && settings.undecided === 'refuse')
    await assertDecided(tx, actor.workspaceId, planned.settings, choices.values)
  const records = await createRecords(tx, actor, planned)
  if (!settings.create) return null
  await recordAudit(tx, {
    workspaceId: actor.workspaceId,
    userId: actor.userId,
    ip: caller.ip,
    action: 'import.records_created',
    subject: { kind: 'import', id: row.id },
    details: { records: records.map(({ kind, name, within }) => ({ kind, name, within })) },
  })
  return { records, values: planned.settings.values, positionId: planned.settings.positionId ?? null }
}

async function begin(
  tx: Database,
  actor: Actor,
  { row, settings, created }: { row: ImportRow; settings: ImportSettings; created: Created | null },
): Promise<void> {
  const analysis = row.analysis as unknown as Analysis
  const { taken, leftOut } = countTakenIn(analysis, settings.takeIn)
  await tx
    .updateTable('imports')
    .set({ state: 'queued', settings: JSON.stringify(settings), finished_at: null, error: null })
    .set({ created: created ? JSON.stringify(created) : null })
    .set({ total_rows: analysis.rowCount + taken, left_out_count: leftOut })
    .where('workspace_id', '=', actor.workspaceId)
    .where('id', '=', row.id)
    .execute()
  const { columns, originalHeaders } = analysis
  const named = columns.map(({ index, header }, place) => ({
    index,
    header,
    original: originalHeaders[place]!,
  }))
  await rememberMapping(tx, actor.workspaceId, named, withCreated(settings, created))
}

export const executeImport = handler(
  contract.executeImport,
  async ({ tx, actor, caller, body, services }) => {
    const { importId, ...settings } = body
    const row = await lockImport(tx, actor, importId)
    if (!isRepeat(row, settings)) {
      checkTakenIn(row.analysis as unknown as Analysis, settings.takeIn)
      await checkSettings(tx, actor, settings, (row.analysis as unknown as Analysis).columns.length)
      // An import that continues has its records already.
      const created = row.created ?? (await create(services, tx, { actor, caller }, { row, settings }))
      await begin(tx, actor, { row, settings, created: created as Created | null })
      await services.jobs.send(tx, 'run-import', {
        workspaceId: actor.workspaceId,
        importId,
        language: currentLanguage(),
      })
    }
    return loadImport(tx, actor, importId)
  },
)
