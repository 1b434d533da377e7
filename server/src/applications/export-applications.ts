import * as contract from '@muster/contract/applications.ts'
import type { QueryOf } from '@muster/contract/endpoint.ts'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { t } from '#texts'
import type { Database } from '../database/connect.ts'
import { countRows, fetchPage, orderOfSearch } from '../database/keyset.ts'
import { sendExport } from '../exports/send-export.ts'
import { type Caller, streamHandler } from '../http/handler.ts'
import type { Actor } from '../session/actor.ts'
import { exportColumns } from './export-columns.ts'
import { allOf, applicationConditions } from './filter-applications.ts'
import { applicationOrders } from './list-applications.ts'
import { presentApplications, selectVisible } from './present-application.ts'

const rowsAtOnce = 1000

interface Asked {
  tx: Database
  actor: Actor
  caller: Caller
  query: QueryOf<typeof contract.exportApplications>
}

/** In the list's order; a page is found by where the one before ended, and read while that one is being written. */
async function* readRows(db: Database, actor: Actor, query: Asked['query'], ids?: readonly string[]) {
  const found = selectVisible(db, actor)
    .where(allOf(applicationConditions(query, actor)))
    .$if(ids !== undefined, (rows) => rows.where(sql<boolean>`applications.id = any(${ids}::uuid[])`))
    .select('applications.id')
  const total = query.q ? await countRows(db, found) : null
  const order = orderOfSearch(applicationOrders[query.sort], total)
  async function readPage(cursor?: string) {
    const request = { sort: query.sort, limit: rowsAtOnce, cursor }
    const { rows, nextCursor } = await fetchPage(found, 'applications.id', order, request)
    const shown = await presentApplications(
      db,
      actor,
      rows.map(({ id }) => id),
    )
    return { shown, nextCursor }
  }
  let next: ReturnType<typeof readPage> | null = readPage()
  try {
    while (next) {
      const { shown, nextCursor }: Awaited<ReturnType<typeof readPage>> = await next
      next = nextCursor ? readPage(nextCursor) : null
      // It may fail before anybody waits for it.
      next?.catch(() => {})
      if (shown.length > 0) yield shown
    }
  } finally {
    await next?.catch(() => {})
  }
}

function send({ tx, actor, caller, query }: Asked, reply: FastifyReply, ids?: readonly string[]) {
  const { format, bom, timezone, columns, ...filters } = query
  return sendExport({
    db: tx,
    actor,
    caller,
    reply,
    format,
    bom: bom ?? false,
    timezone,
    name: t`Applications`,
    columns: exportColumns(actor, columns),
    rows: (snapshot) => readRows(snapshot, actor, query, ids),
    action: 'applications.exported',
    details: ids ? { selected: ids.length } : { filters },
  })
}

export const exportApplications = streamHandler(contract.exportApplications, (asked, _, reply) =>
  send(asked, reply),
)

export const exportSelectedApplications = streamHandler(
  contract.exportSelectedApplications,
  (asked, _, reply) => send(asked, reply, asked.body.applicationIds),
)
