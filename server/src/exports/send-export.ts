import { Readable } from 'node:stream'
import type { exportFormats, exportQuery } from '@muster/contract/exports.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { recordAudit } from '../audit/record-audit.ts'
import { AppError } from '../http/app-error.ts'
import type { Caller } from '../http/handler.ts'
import { createTurns, type EndTurn } from '../http/take-turn.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { chooseColumns, columnsForRole } from './choose-columns.ts'
import type { ExportColumn, Taken } from './export-column.ts'
import { readCopied } from './read-copied.ts'
import { writeCsv } from './write-csv.ts'
import { writeJson } from './write-json.ts'
import { type AboutSheet, writeXlsx } from './write-xlsx.ts'

/** Each keeps the database and a core busy; the fourth waits, and of one workspace the third. */
const takeTurn = createTurns({
  atOnce: 3,
  ofWorkspace: 2,
  inLine: 20,
  waitMs: 15_000,
  refusal: () =>
    new AppError('UNAVAILABLE', t`Other exports are under way. Try again in a moment.`, {
      retryAfterSeconds: 10,
    }),
})

/** Whoever takes nothing for so long has gone away without saying so. */
const mostIdleMs = 60_000

interface Export<Name extends string> {
  services: Services
  actor: Actor
  caller: Caller
  reply: FastifyReply
  query: ExportQuery<Name>
  /** Of the file and its sheet: "Applications". */
  name: string
  /** Those there are; the query chooses. */
  columns: Partial<Record<Name, ExportColumn>>
  /** The rows with their filters and their order, whatever they select. */
  // biome-ignore lint/suspicious/noExplicitAny: any tables; the columns know them
  rows: SelectQueryBuilder<any, any, any>
  /** What a workbook says about its rows on a sheet of its own. */
  about?: AboutSheet
  /** For the audit log: `applications`, and what was asked for. */
  what: string
  details: Record<string, unknown>
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

/** What an export asks for; a few can also be had as JSON. */
type ExportQuery<Name extends string> = Omit<z.output<ReturnType<typeof exportQuery<Name>>>, 'format'> & {
  format: (typeof exportFormats)[number] | 'json'
}

/** Gives up when nobody takes anything. */
async function* unlessIdle(source: AsyncIterable<Buffer>, taken: Taken, giveUp: () => void) {
  for await (const some of source) {
    const idle = setTimeout(giveUp, mostIdleMs)
    try {
      yield some
    } finally {
      clearTimeout(idle)
    }
  }
  taken.complete = true
}

/** Waits until there is something to read, so that what fails at once is answered as any failure. */
async function readable(stream: Readable): Promise<Readable> {
  await new Promise<void>((resolve, reject) => {
    stream.once('readable', resolve)
    stream.once('end', resolve)
    stream.once('error', reject)
    stream.once('close', () => reject(new Error('given up before it began')))
  })
  return stream
}

async function record<Name extends string>(
  { services, actor, caller, what }: Export<Name>,
  ended: 'exported' | 'export_ended',
  details: object,
) {
  await recordAudit(services.db, {
    ...actor,
    action: `${what}.${ended}`,
    ip: caller.ip,
    userAgent: caller.userAgent,
    details: { ...details },
  })
}

async function send<Name extends string>(
  asked: Export<Name>,
  chosen: ReadonlyMap<Name, ExportColumn>,
  gone: AbortSignal,
  endTurn: EndTurn,
): Promise<unknown> {
  const { services, actor, reply, name } = asked
  const [names, columns] = [[...chosen.keys()], [...chosen.values()]]
  const { format, bom = false, timezone = actor.workspace.timezone } = asked.query
  const selected = asked.rows.clearSelect().select(columns.map(({ sql }, index) => sql.as(`c${index}`)))
  const copy = await services.copyOut(selected)
  const taken: Taken = { rows: 0, complete: false }
  copy.once('close', endTurn)
  gone.addEventListener('abort', () => copy.destroy())
  if (gone.aborted) copy.destroy()
  try {
    await readable(copy)
    await record(asked, 'exported', {
      format,
      columns: columns.map(({ header }) => header),
      ...asked.details,
    })
  } catch (error) {
    copy.destroy()
    throw error
  }
  const rows = unlessIdle(readCopied(copy), taken, () => reply.raw.destroy())
  const body =
    format === 'xlsx'
      ? writeXlsx(columns, rows, taken, { sheet: name, timezone, about: asked.about })
      : Readable.from(
          format === 'json'
            ? writeJson(names, columns, rows, taken)
            : writeCsv(columns, rows, taken, { bom, timezone }),
          { objectMode: false },
        )
  gone.addEventListener('abort', () => {
    body.destroy()
    // How much of it left the house, whether or not it came to its end.
    record(asked, 'export_ended', { format, ...taken }).catch((error: unknown) =>
      reply.log.error({ err: error }, 'export not logged'),
    )
  })
  const day = new Date().toISOString().slice(0, 10)
  return reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', contentDisposition(`${name} ${day}.${format}`))
    .send(body)
}

/**
 * Answers a call with rows as a file, streamed at constant memory and logged: when it begins with what was
 * asked for, when it ends with how many rows were taken. Cells are typed by their column's kind and cannot become
 * formulas. When the client goes away, the database stops.
 * @throws UNAVAILABLE while too many others are under way
 */
export async function sendExport<Name extends string>(asked: Export<Name>): Promise<unknown> {
  const { reply, actor, query } = asked
  const allowed = columnsForRole(actor, asked.what, asked.columns)
  const columns = chooseColumns(actor, allowed, query.columns)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  let endTurn: EndTurn | null = null
  try {
    endTurn = await takeTurn(actor.workspaceId, gone.signal)
    return await send(asked, columns, gone.signal, endTurn)
  } catch (error) {
    endTurn?.()
    if (!gone.signal.aborted) throw error
    // There is nobody left to answer.
    return reply.hijack()
  }
}
