import { exportApplications } from '@muster/contract/application-export.ts'
import { exportCalls } from '@muster/contract/calls.ts'
import { rowsOfCell } from '@muster/contract/explore-rows.ts'
import { listedApplications } from '../applications/export-applications.ts'
import { listedCalls } from '../calls/export-calls.ts'
import { inOrder } from '../database/keyset.ts'
import { chooseColumns, columnsForRole } from '../exports/choose-columns.ts'
import { writeWorkbook } from '../exports/write-workbook.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import type { ReportFigures } from './report-figures.ts'

type Files = Pick<Services, 'db' | 'copyOut'>

/**
 * Returns whether a user gets the rows behind a report: those who may export the list. Client reviewers may not use the filters
 * that find them.
 */
export function mayGetRows({ role, permissions }: Actor): boolean {
  return role !== 'client_reviewer' && permissions.has('applications:export')
}

/**
 * Writes the rows behind the total of a report, as the list's own export has them.
 * @returns null if the file would be too large
 */
export async function writeRowsFile(
  { db, copyOut }: Files,
  actor: Actor,
  { measure, summarized, period, filters }: ReportFigures,
  maxBytes: number,
): Promise<Buffer | null> {
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
  const behind = rowsOfCell(measure, period, [], set as Record<string, string[]>, summarized)
  const { timezone } = actor.workspace
  if (behind.list === 'calls') {
    if (!actor.permissions.has('calls:read')) return null
    const query = exportCalls.query!.parse({ ...behind.filters, timezone })
    const { name, columns, rows, idColumn, order } = await listedCalls({ tx: db, actor, query })
    const chosen = [...chooseColumns(actor, columns, undefined).values()]
    const list = db.selectFrom(inOrder(rows, idColumn, order).as('list'))
    return writeWorkbook({ copyOut }, { name, columns: chosen, rows: list, timezone, maxBytes })
  }
  const query = exportApplications.query!.parse({ ...behind.filters, timezone })
  const { name, columns, rows } = await listedApplications({ tx: db, actor, query })
  const chosen = [...chooseColumns(actor, columnsForRole(actor, 'applications', columns), undefined).values()]
  return writeWorkbook({ copyOut }, { name, columns: chosen, rows, timezone, maxBytes })
}
