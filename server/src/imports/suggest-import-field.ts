import * as contract from '@muster/contract/imports.ts'
import { t } from '#texts'
import { invalid, notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { assertMayReadRows } from './may-read-rows.ts'
import { findImportSource } from './open-import.ts'
import { withTableProcess } from './reading/with-table-process.ts'
import { refuseFile } from './refuse-file.ts'
import { readWholeFile } from './whole-file.ts'

export const suggestImportField = handler(
  contract.suggestImportField,
  async ({ actor, body, services: { db, files } }) => {
    const row = await db
      .selectFrom('imports')
      .where('workspace_id', '=', actor.workspaceId)
      .where('id', '=', body.importId)
      .selectAll()
      .executeTakeFirst()
    if (!row) throw notFound(t`Import`)
    assertMayReadRows(actor, row.created_by, 'shown')
    try {
      return await readWholeFile(actor.workspaceId, async () =>
        withTableProcess(await findImportSource({ db, files }, row), async ({ head, describe }) => {
          const column = head.columns.find(({ index }) => index === body.column)
          if (!column) throw invalid('column', t`The file has no such column`)
          return { label: column.header, ...(await describe(body.column)) }
        }),
      )
    } catch (error) {
      throw refuseFile(error)
    }
  },
  // Nothing is written, and a large file takes longer than a transaction should.
  { transaction: false },
)
