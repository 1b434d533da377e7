import * as contract from '@muster/contract/imports.ts'
import { t } from '#texts'
import { notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { mappedColumns } from './analysis.ts'
import { matchValues } from './match-values.ts'
import { findImportSource } from './open-import.ts'
import { loadCountryHints } from './phone-country.ts'
import { refuseFile } from './refuse-file.ts'
import { recallValues } from './remembered-mapping.ts'
import { withTableThread } from './thread/with-table-thread.ts'
import { readWholeFile } from './whole-file.ts'

export const listImportValues = handler(
  contract.listImportValues,
  async ({ actor: { workspaceId }, body, services: { db, files } }) => {
    const row = await db
      .selectFrom('imports')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', body.importId)
      .selectAll()
      .executeTakeFirst()
    if (!row) throw notFound(t`Import`)
    try {
      const { columns, survey } = await readWholeFile(workspaceId, async () =>
        withTableThread(
          await findImportSource({ db, files }, row),
          async ({ head: { columns }, survey }) => ({
            columns,
            survey: await survey(
              mappedColumns(columns, body.mapping),
              await loadCountryHints(db, workspaceId, columns),
            ),
          }),
        ),
      )
      const remembered = await recallValues(db, workspaceId, columns)
      return {
        values: await matchValues(db, workspaceId, survey.values, remembered),
        moreValues: survey.tooManyValues,
        dateOrder: survey.dateOrder,
        phones: survey.phones,
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(t`The uploaded file`)
      throw refuseFile(error)
    }
  },
  // Nothing is written, and a large file takes longer than a transaction should.
  { transaction: false },
)
