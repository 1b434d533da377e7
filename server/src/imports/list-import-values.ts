import * as contract from '@muster/contract/imports.ts'
import { t } from '#texts'
import { notFound } from '../http/app-error.ts'
import { handler } from '../http/handler.ts'
import { mappedColumns } from './analysis.ts'
import { matchValues } from './match-values.ts'
import { surveyRows } from './meaning/survey-rows.ts'
import { openImportTable } from './open-import.ts'
import { refuseFile } from './refuse-file.ts'
import { recallValues } from './remembered-mapping.ts'
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
      const { table, survey } = await readWholeFile(workspaceId, async () => {
        const table = await openImportTable({ db, files }, row)
        return { table, survey: await surveyRows(table.rows(), mappedColumns(table.columns, body.mapping)) }
      })
      const remembered = await recallValues(db, workspaceId, table.columns)
      return {
        values: await matchValues(db, workspaceId, survey.values, remembered),
        moreValues: survey.tooManyValues,
        dateOrder: survey.dateOrder,
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound(t`The uploaded file`)
      throw refuseFile(error)
    }
  },
  // Nothing is written, and a large file takes longer than a transaction should.
  { transaction: false },
)
