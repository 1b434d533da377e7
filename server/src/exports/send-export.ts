import { Readable } from 'node:stream'
import type { exportFormats, exportQuery } from '@muster/contract/exports.ts'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import { t } from '#texts'
import { AppError } from '../app-error.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { createConcurrencyLimit, type Release } from '../http/concurrency-limit.ts'
import type { Caller } from '../http/handler.ts'
import type { Services } from '../services.ts'
import type { Actor } from '../session/actor.ts'
import { chooseColumns, columnsForRole } from './choose-columns.ts'
import type { ExportColumn, ExportProgress } from './export-column.ts'
import { readCopied } from './read-copied.ts'
import { writeCsv } from './write-csv.ts'
import { writeJson } from './write-json.ts'
import { type AboutSheet, writeXlsx } from './write-xlsx.ts'

/** Each export keeps the database and a core busy. */
export const acquireExport = createConcurrencyLimit({
  maxConcurrent: 3,
  maxPerWorkspace: 2,
  maxQueued: 20,
  maxWaitMs: 15_000,
  refusal: () =>
    new AppError('UNAVAILABLE', t`Other exports are in progress. Try again in a moment.`, {
      retryAfterSeconds: 10,
    }),
})

/** A client that reads nothing for this long is disconnected. */
const maxIdleMs = 60_000

interface Export<Name extends string> {
  services: Services
  actor: Actor
  caller: Caller
  reply: FastifyReply
  query: ExportQuery<Name>
  /** The name of the file and its sheet: "Applications". */
  name: string
  /** The available columns; the query chooses. */
  columns: Partial<Record<Name, ExportColumn>>
  /** The filtered and sorted rows; its own selection is replaced. */
  // biome-ignore lint/suspicious/noExplicitAny: any tables; the columns know them
  rows: SelectQueryBuilder<any, any, any>
  /** Adds a sheet to a workbook that describes its rows. */
  about?: AboutSheet
  /** For the audit log: `applications`, and what was requested. */
  what: string
  details: Record<string, unknown>
}

const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
}

/** The query of an export; a few also offer JSON. */
type ExportQuery<Name extends string> = Omit<z.output<ReturnType<typeof exportQuery<Name>>>, 'format'> & {
  format: (typeof exportFormats)[number] | 'json'
}

/** Calls `giveUp` when the client stops reading. */
export async function* unlessIdle(
  source: AsyncIterable<Buffer>,
  progress: ExportProgress,
  giveUp: () => void,
) {
  for await (const some of source) {
    const idle = setTimeout(giveUp, maxIdleMs)
    try {
      yield some
    } finally {
      clearTimeout(idle)
    }
  }
  progress.complete = true
}

/** Waits for the first bytes, so that an immediate failure gets a regular error response. */
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
  disconnected: AbortSignal,
  release: Release,
): Promise<unknown> {
  const { services, actor, reply, name } = asked
  const [names, columns] = [[...chosen.keys()], [...chosen.values()]]
  const { format, bom = false, timezone = actor.workspace.timezone } = asked.query
  const selected = asked.rows.clearSelect().select(columns.map(({ sql }, index) => sql.as(`c${index}`)))
  const copy = await services.copyOut(selected)
  const progress: ExportProgress = { rows: 0, complete: false }
  copy.once('close', release)
  disconnected.addEventListener('abort', () => copy.destroy())
  if (disconnected.aborted) copy.destroy()
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
  const rows = unlessIdle(readCopied(copy), progress, () => reply.raw.destroy())
  const body =
    format === 'xlsx'
      ? writeXlsx(columns, rows, progress, { sheet: name, timezone, about: asked.about })
      : Readable.from(
          format === 'json'
            ? writeJson(names, columns, rows, progress)
            : writeCsv(columns, rows, progress, { bom, timezone }),
          { objectMode: false },
        )
  disconnected.addEventListener('abort', () => {
    body.destroy()
    // Logs how much was sent, complete or not.
    record(asked, 'export_ended', { format, ...progress }).catch((error: unknown) =>
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
 * Responds with rows as a file, streamed at constant memory and logged: at the start with the request, at the end with
 * the number of rows. Cells have the type of their column and cannot become formulas. When the client disconnects, the
 * query is canceled.
 * @throws UNAVAILABLE when too many exports are running
 */
export async function sendExport<Name extends string>(asked: Export<Name>): Promise<unknown> {
  const { reply, actor, query } = asked
  const allowed = columnsForRole(actor, asked.what, asked.columns)
  const columns = chooseColumns(actor, allowed, query.columns)
  const disconnected = new AbortController()
  reply.raw.once('close', () => disconnected.abort())
  let release: Release | null = null
  try {
    release = await acquireExport(actor.workspaceId, disconnected.signal)
    return await send(asked, columns, disconnected.signal, release)
  } catch (error) {
    release?.()
    if (!disconnected.signal.aborted) throw error
    // The client is disconnected.
    return reply.hijack()
  }
}
