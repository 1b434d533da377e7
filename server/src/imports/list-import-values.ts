import * as contract from '@muster/contract/imports.ts'
import { t } from '#texts'
import { notFound } from '../app-error.ts'
import { handler } from '../http/handler.ts'
import { mappedColumns } from './analysis.ts'
import { loadCustomTargets } from './custom/custom-targets.ts'
import { matchValues } from './match-values.ts'
import { assertMayReadRows } from './may-read-rows.ts'
import { findImportSource } from './open-import.ts'
import { loadCountryHints } from './phone-country.ts'
import { withTableProcess } from './reading/with-table-process.ts'
import { refuseFile } from './refuse-file.ts'
import { recallValues } from './remembered-mapping.ts'
import { readWholeFile } from './whole-file.ts'

export const listImportValues = handler(
  contract.listImportValues,
  async ({ actor, body, services: { db, files } }) => {
    const { workspaceId } = actor
    const row = await db
      .selectFrom('imports')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', body.importId)
      .selectAll()
      .executeTakeFirst()
    if (!row) throw notFound(t`Import`)
    assertMayReadRows(actor, row.created_by, 'shown')
    try {
      const { columns, survey } = await readWholeFile(workspaceId, async () =>
        withTableProcess(
          await findImportSource({ db, files }, row),
          async ({ head: { columns }, survey }) => ({
            columns,
            survey: await survey(
              mappedColumns(columns, body.mapping, await loadCustomTargets(db, workspaceId, actor)),
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
      throw refuseFile(error)
    }
  },
  // Nothing is written, and a large file takes longer than a transaction should.
  { transaction: false },
)
