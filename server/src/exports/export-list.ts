import type { AnyEndpoint } from '@muster/contract/endpoint.ts'
import type { exportQuery } from '@muster/contract/exports.ts'
import type { Permission } from '@muster/contract/permissions.ts'
import type { SelectQueryBuilder } from 'kysely'
import type { z } from 'zod'
import { forbidden } from '../app-error.ts'
import { inOrder, type SortColumn } from '../database/keyset.ts'
import { type Context, type Route, streamHandler } from '../http/handler.ts'
import type { ExportColumn } from './export-column.ts'
import { sendExport } from './send-export.ts'

interface ExportedList<Name extends string> {
  /** The name of the file and its sheet. */
  name: string
  /** The columns of the subquery `list`. */
  columns: Partial<Record<Name, ExportColumn>>
  /** The query of the list's own endpoint. */
  // biome-ignore lint/suspicious/noExplicitAny: any tables; the columns know them
  rows: SelectQueryBuilder<any, any, any>
  idColumn: string
  order: SortColumn
  /** For the audit log, beside the filters. */
  details?: Record<string, unknown>
}

/**
 * Creates the export of a list: its filtered rows in order, by the declared columns. A user may export what they may
 * see, so the permission of the list is required in addition to the endpoint's own.
 */
export function exportList<E extends AnyEndpoint, Name extends string>(
  endpoint: E,
  { sees, what }: { sees: Permission; what: string },
  list: (asked: Context<E>) => ExportedList<Name> | Promise<ExportedList<Name>>,
): Route {
  return streamHandler(endpoint, async (asked, _, reply) => {
    if (!asked.actor.permissions.has(sees)) throw forbidden()
    const query = asked.query as z.output<ReturnType<typeof exportQuery<Name>>>
    const { format, bom, timezone, columns, ...filters } = query
    const { rows, idColumn, order, details, ...file } = await list(asked)
    return sendExport({
      ...asked,
      ...file,
      reply,
      query,
      what,
      // Sorted in the subquery: aggregates per row are computed once, and only when a column shows them.
      rows: asked.tx.selectFrom(inOrder(rows, idColumn, order).as('list')),
      details: { ...details, filters },
    })
  })
}
