import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { exportQuery } from '@muster/contract/exports.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import type { SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import { inOrder, type SortColumn } from '../database/keyset.ts'
import { forbidden } from '../http/app-error.ts'
import { type Context, type Route, streamHandler } from '../http/handler.ts'
import type { ExportColumn } from './export-column.ts'
import { sendExport } from './send-export.ts'

interface ExportedList<Name extends string> {
  /** Of the file and its sheet. */
  name: string
  /** Its columns are of the table `list`. */
  columns: Partial<Record<Name, ExportColumn>>
  /** What the list's own handler finds. */
  // biome-ignore lint/suspicious/noExplicitAny: any tables; the columns know them
  rows: SelectQueryBuilder<any, any, any>
  idColumn: string
  order: SortColumn
}

/**
 * The export of a list: the rows its filters find, in its order, by the columns declared for it. Who may export may
 * export what they may see, so the right to see the list is asked for beside the endpoint's own.
 */
export function exportList<E extends AnyEndpoint, Name extends string>(
  endpoint: E,
  { sees, what }: { sees: Permission; what: string },
  list: (asked: Context<E>) => ExportedList<Name>,
): Route {
  return streamHandler(endpoint, async (asked, _, reply) => {
    if (!asked.actor.permissions.has(sees)) throw forbidden()
    const query = asked.query as z.output<ReturnType<typeof exportQuery<Name>>>
    const { format, bom, timezone, columns, ...filters } = query
    const { rows, idColumn, order, ...file } = list(asked)
    return sendExport({
      ...asked,
      ...file,
      reply,
      query,
      what,
      // In order within: what is counted for each row is counted once, and only when a column shows it.
      rows: asked.tx.selectFrom(inOrder(rows, idColumn, order).as('list')),
      details: { filters },
    })
  })
}
