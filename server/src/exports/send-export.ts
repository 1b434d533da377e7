import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Database } from '../database/connect.ts'
import { AppError } from '../http/app-error.ts'
import type { Caller } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import type { ExportColumn } from './export-column.ts'
import { writeCsv } from './write-csv.ts'
import { writeXlsx } from './write-xlsx.ts'

/** Each holds a connection of the pool as long as it lasts; the others must keep some. */
const mostAtOnce = 3
let underWay = 0

interface Export<Row> {
  db: Database
  actor: Actor
  caller: Caller
  reply: FastifyReply
  format: 'csv' | 'xlsx'
  /** CSV only: a mark by which older spreadsheet programs know UTF-8. */
  bom: boolean
  timezone?: string | undefined
  /** Of the file and its sheet: "Applications". */
  name: string
  columns: readonly ExportColumn<Row>[]
  /**
   * Reads the rows, some hundreds at a time, all within the snapshot it is given. It is left in the middle when the
   * client goes away, so whatever it holds is let go of in `finally`.
   */
  rows: (snapshot: Database) => AsyncGenerator<readonly Row[]>
  /** For the audit log: `applications.exported`, and what was asked for. */
  action: string
  details: Record<string, unknown>
}

/** The rows as they were at one moment, however long somebody takes to fetch them. */
async function* readSnapshot<Row>({ db, rows }: Pick<Export<Row>, 'db' | 'rows'>) {
  underWay += 1
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
    .catch((error: unknown) => {
      underWay -= 1
      throw error
    })
  try {
    yield* rows(transaction)
  } finally {
    underWay -= 1
    // Nothing was written; a connection that broke meanwhile has nothing to roll back.
    await transaction
      .rollback()
      .execute()
      .catch(() => {})
  }
}

/** Puts back what was read to see that reading works. */
async function* startingWith<Row>(
  first: IteratorResult<readonly Row[]>,
  rest: AsyncGenerator<readonly Row[]>,
) {
  try {
    if (!first.done) yield first.value
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

/**
 * Answers a call with rows as a CSV or XLSX file, streamed at constant memory and logged. For any export: declare the
 * endpoint with the query of `contract/exports.ts`, `streams` and its permission, and from its `streamHandler` return
 * `sendExport({ ...what, columns, rows })`, where `columns` leave out what the actor may not take away and `rows`
 * reads page after page by keyset. Cells are typed by their column's kind and cannot become formulas. When the
 * client goes away, reading stops.
 * @throws UNAVAILABLE while others are under way
 */
export async function sendExport<Row>(what: Export<Row>): Promise<unknown> {
  const { db, actor, caller, reply, format, name, columns, bom } = what
  if (underWay >= mostAtOnce)
    throw new AppError('UNAVAILABLE', t`Other exports are under way. Try again in a moment.`, {
      retryAfterSeconds: 5,
    })
  const timezone = what.timezone ?? actor.workspace.timezone
  const source = readSnapshot(what)
  // Before anything is sent: what fails now is answered as any failure.
  const first = await source.next()
  const rows = startingWith(first, source)
  try {
    await recordAudit(db, {
      workspaceId: actor.workspaceId,
      userId: actor.userId,
      action: what.action,
      ip: caller.ip,
      details: { format, columns: columns.map(({ header }) => header), ...what.details },
    })
  } catch (error) {
    await source.return(undefined)
    throw error
  }
  const body =
    format === 'csv'
      ? Readable.from(writeCsv(columns, rows, { bom, timezone }), { objectMode: false })
      : writeXlsx(columns, rows, { timezone, sheet: name })
  reply.raw.once('close', () => body.destroy())
  const day = new Date().toISOString().slice(0, 10)
  return reply
    .header(
      'content-type',
      format === 'csv'
        ? 'text/csv; charset=utf-8'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    .header('content-disposition', contentDisposition(`${name} ${day}.${format}`))
    .send(body)
}
