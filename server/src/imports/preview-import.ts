import * as contract from '@muster/contract/imports.ts'
import { t } from '#texts'
import { conflict, notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import type { Analysis } from './analysis.ts'
import { checkSettings } from './check-settings.ts'
import { openImport } from './open-import.ts'
import { previewRows } from './preview-rows.ts'
import { refuseFile } from './refuse-file.ts'

export const previewImport = handler(
  contract.previewImport,
  async ({ tx: db, actor, body, services: { files } }) => {
    const { importId, only, ...settings } = body
    const row = await db
      .selectFrom('imports')
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', importId)
      .selectAll()
      .executeTakeFirst()
    if (!row) throw notFound(t`Import`)
    if (row.state === 'queued' || row.state === 'running') throw conflict(t`This import is under way`)
    if (row.state === 'completed') throw conflict(t`This file is imported already`)
    await checkSettings(db, actor, settings, (row.analysis as unknown as Analysis).columns.length)
    try {
      return await previewRows(db, await openImport({ db, files }, row, settings), only)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(t`The uploaded file`)
      throw refuseFile(error)
    }
  },
  // Nothing is written, and a large file takes longer than a transaction should.
  { transaction: false },
)
