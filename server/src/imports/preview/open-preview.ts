import type { Database } from '../../database/connect.ts'
import type { FileStorage } from '../../files/file-storage.ts'
import type { Actor } from '../../session/actor.ts'
import { type PlannedRecords, planRecords } from '../create/plan-records.ts'
import type { ImportSettings } from '../import-settings.ts'
import { type ImportOrder, openImport } from '../open-import.ts'
import { surveyChoices } from '../survey-choices.ts'
import { readWholeFile } from '../whole-file.ts'

type PreviewOrder = ImportOrder & { planned: PlannedRecords }

/** Opens an import as if the records that it would create existed. */
export async function openPreview(
  services: { db: Database; files: FileStorage },
  actor: Actor,
  row: Parameters<typeof openImport>[1],
  settings: ImportSettings,
): Promise<PreviewOrder> {
  const choices = settings.create ? await surveyChoices(services, row, settings) : null
  const planned = await planRecords(services.db, actor, settings, choices?.statusesOfPositions ?? [])
  const order = await readWholeFile(actor.workspaceId, () => openImport(services, row, planned.settings))
  return { ...order, planned }
}
