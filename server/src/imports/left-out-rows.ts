import { setImmediate } from 'node:timers/promises'
import * as contract from '@muster/contract/import-rows.ts'
import { inCurrentLanguage, t, translate } from '#texts'
import { notFound } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { handler, streamHandler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import type { Analysis } from './analysis.ts'
import { openTable } from './files/open-table.ts'
import type { LeftOutReason, Table } from './files/table.ts'
import type { ImportSettings } from './import-settings.ts'
import { countTakenIn, createTakeIn } from './included-rows.ts'
import { assertMayReadRows } from './may-read-rows.ts'
import { findImportSource } from './open-import.ts'
import { refuseFile } from './refuse-file.ts'
import { reportColumns } from './report-columns.ts'
import { byteOrderMark, writeRows } from './report-rows.ts'
import { cellsUnder, headersOfFile } from './rows-report.ts'
import { sendCsv } from './send-csv.ts'
import { readByTurns, readWholeFile } from './whole-file.ts'

interface LeftOutRow {
  row: number
  why: LeftOutReason
  cells: string[]
}

const reasons: Record<LeftOutReason, string> = {
  below_table: /*i18n*/ 'Note or total',
  header_again: /*i18n*/ 'Repeated header',
  ruling: /*i18n*/ 'Separator line',
}

const mostBusyMs = 8
const turnMs = 200
const longestShown = 300

/** The rows that stay out, as they are found: some, or for a while none. The file is the only place that has them. */
async function* readLeftOut(
  table: Table,
  takeIn: ImportSettings['takeIn'],
  after: number,
): AsyncGenerator<LeftOutRow[]> {
  let found: LeftOutRow[] = []
  const onLeftOut = ({ number, cells }: { number: number; cells: string[] }, why: LeftOutReason) =>
    found.push({ row: number, why, cells: cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1) })
  let since = performance.now()
  let turnSince = since
  for await (const _ of table.rows({ after, onLeftOut, takeIn: createTakeIn(takeIn) })) {
    if (performance.now() - since < mostBusyMs) continue
    await setImmediate()
    since = performance.now()
    if (since - turnSince < turnMs) continue
    yield found
    found = []
    turnSince = performance.now()
  }
  yield found
}

/**
 * The import's file, opened, with what was chosen of its rows.
 * @throws NOT_FOUND also for another workspace's import; FORBIDDEN
 */
async function openLeftOut(
  { db, files }: { db: Database; files: FileStorage },
  actor: Actor,
  id: string,
  how: 'shown' | 'exported',
) {
  const { workspaceId } = actor
  const row = await db
    .selectFrom('imports')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirst()
  if (!row) throw notFound(t`Import`)
  assertMayReadRows(actor, row.created_by, how)
  const analysis = row.analysis as unknown as Analysis
  const takeIn = (row.settings as unknown as ImportSettings | null)?.takeIn
  try {
    const table = await readWholeFile(workspaceId, async () => {
      const { path, options } = await findImportSource({ db, files }, row)
      return openTable(path, options)
    })
    return { table, analysis, takeIn, fileName: row.file_name }
  } catch (error) {
    throw refuseFile(error)
  }
}

export const listLeftOutRows = handler(
  contract.listLeftOutRows,
  async ({ actor, params, query, services }) => {
    const { workspaceId } = actor
    const { table, analysis, takeIn } = await openLeftOut(services, actor, params.id, 'shown')
    const found: LeftOutRow[] = []
    try {
      for await (const some of readByTurns(
        workspaceId,
        readLeftOut(table, takeIn, Number(query.cursor ?? 0)),
      )) {
        found.push(...some)
        if (found.length > query.limit) break
      }
    } catch (error) {
      throw refuseFile(error)
    }
    const shown = found.slice(0, query.limit)
    return {
      items: shown.map(({ cells, ...row }) => ({
        ...row,
        cells: cells.map((cell) => cell.slice(0, longestShown)),
      })),
      nextCursor: found.length > shown.length ? String(shown.at(-1)!.row) : null,
      total: { value: countTakenIn(analysis, takeIn).leftOut, atLeast: false },
    }
  },
  // Nothing is written, and a large file takes longer than a transaction should.
  { transaction: false },
)

async function* writeLeftOut(
  rows: AsyncGenerator<LeftOutRow[]>,
  headers: string[],
  say: (why: LeftOutReason) => string,
) {
  yield byteOrderMark + writeRows([[...headers, ...reportColumns.leftOut]])
  for await (const some of rows)
    if (some.length > 0)
      yield writeRows(
        some.map(({ row, why, cells }) => [...cellsUnder(cells, headers.length), String(row), say(why)]),
      )
}

export const downloadLeftOutRows = streamHandler(
  contract.downloadLeftOutRows,
  async ({ actor, params, caller, services }, _, reply) => {
    const { workspaceId, userId } = actor
    const { table, analysis, takeIn, fileName } = await openLeftOut(services, actor, params.id, 'exported')
    await recordAudit(services.db, {
      workspaceId,
      userId,
      action: 'import.left_out_exported',
      ip: caller.ip,
      subject: { kind: 'import', id: params.id },
    })
    const rows = readByTurns(workspaceId, readLeftOut(table, takeIn, 0))
    const say = inCurrentLanguage((why: LeftOutReason) => translate(reasons[why]))
    const content = writeLeftOut(rows, headersOfFile(analysis, 'leftOut'), say)
    return sendCsv(reply, fileName, (name) => t`${name} excluded rows.csv`, content)
  },
)
